; The input is llvm/test/Transforms/MergeFunc/vector-GEP-crash.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "foo",
; CHECK-NEXT: "bar"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

; This used to cause a crash when compairing the GEPs

define void @foo(<2 x ptr>) {
  %tmp = getelementptr i64, <2 x ptr> %0, <2 x i64> <i64 0, i64 0>
  ret void
}

define void @bar(<2 x ptr>) {
  %tmp = getelementptr i64, <2 x ptr> %0, <2 x i64> <i64 0, i64 0>
  ret void
}
