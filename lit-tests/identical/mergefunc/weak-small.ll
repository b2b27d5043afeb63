; The input is llvm/test/Transforms/MergeFunc/weak-small.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "foo",
; CHECK-NEXT: "bar"
; CHECK: "thunks": 2,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

; Weak functions too small for merging to be profitable

define weak i32 @foo(ptr %0, i32 %1) #0 {
    ret i32 %1
}

define weak i32 @bar(ptr %0, i32 %1) #0 {
    ret i32 %1
}
