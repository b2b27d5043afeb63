; The input is llvm/test/Transforms/MergeFunc/phi-speculation2.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "foo1",
; CHECK-NEXT: "foo2"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

define i32 @foo1(i32 %x) {
entry:
  %A = add i32 %x, 1
  %B = call i32 @foo1(i32 %A)
  br label %loop
loop:
  %C = phi i32 [%B, %entry], [%D, %loop]
  %D = add i32 %C, 2
  %E = icmp ugt i32 %D, 10000
  br i1 %E, label %loopexit, label %loop
loopexit:
  ret i32 %D
}

define i32 @foo2(i32 %x) {
entry:
  %0 = add i32 %x, 1
  %1 = call i32 @foo2(i32 %0)
  br label %loop
loop:
  %2 = phi i32 [%1, %entry], [%3, %loop]
  %3 = add i32 %2, 2
  %4 = icmp ugt i32 %3, 10000
  br i1 %4, label %loopexit, label %loop
loopexit:
  ret i32 %3
}
