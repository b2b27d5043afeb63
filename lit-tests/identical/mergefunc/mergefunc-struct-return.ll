; The input is llvm/test/Transforms/MergeFunc/mergefunc-struct-return.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "fn1",
; CHECK-NEXT: "fn2"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

; This test makes sure that the mergefunc pass, uses extract and insert value
; to convert the struct result type; as struct types cannot be bitcast.

target datalayout = "e-m:w-p:32:32-i64:64-f80:32-n8:16:32-S32"

%kv1 = type { ptr, ptr }
%kv2 = type { ptr, ptr }

declare void @noop()

define %kv1 @fn1() {
  %tmp = alloca %kv1
  store ptr null, ptr %tmp
  store ptr null, ptr %tmp
  call void @noop()
  %v3 = load %kv1, ptr %tmp
  ret %kv1 %v3
}

define %kv2 @fn2() {
  %tmp = alloca %kv2
  store ptr null, ptr %tmp
  store ptr null, ptr %tmp
  call void @noop()

  %v3 = load %kv2, ptr %tmp
  ret %kv2 %v3
}
