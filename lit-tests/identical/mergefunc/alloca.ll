; The input is llvm/test/Transforms/MergeFunc/alloca.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "align1",
; CHECK-NEXT: "align2"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

;; Make sure that two different allocas are not treated as equal.

target datalayout = "e-m:w-p:32:32-i64:64-f80:32-n8:16:32-S32"

%kv1 = type { i32, i32 }
%kv2 = type { i8 }
%kv3 = type { i64, i64 }

; Size difference.

define void @size1(ptr %f) {
  %v = alloca %kv1, align 8
  call void %f(ptr %v)
  call void %f(ptr %v)
  call void %f(ptr %v)
  call void %f(ptr %v)
  ret void
}

define void @size2(ptr %f) {
  %v = alloca %kv2, align 8
  call void %f(ptr %v)
  call void %f(ptr %v)
  call void %f(ptr %v)
  call void %f(ptr %v)
  ret void
}

; Alignment difference.

define void @align1(ptr %f) {
  %v = alloca %kv3, align 8
  call void %f(ptr %v)
  call void %f(ptr %v)
  call void %f(ptr %v)
  call void %f(ptr %v)
  ret void
}

define void @align2(ptr %f) {
  %v = alloca %kv3, align 16
  call void %f(ptr %v)
  call void %f(ptr %v)
  call void %f(ptr %v)
  call void %f(ptr %v)
  ret void
}
