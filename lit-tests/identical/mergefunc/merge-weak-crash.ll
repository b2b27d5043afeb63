; The input is llvm/test/Transforms/MergeFunc/merge-weak-crash.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "func1",
; CHECK-NEXT: "func3_weak"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "func4",
; CHECK-NEXT: "func2"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

define i32 @func1(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %sum2 = add i32 %sum, %y
  %sum3 = call i32 @func4(i32 %sum, i32 %sum2)
  ret i32 %sum3
}

define i32 @func4(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %sum2 = add i32 %sum, %y
  %sum3 = call i32 @unknown(i32 %sum, i32 %sum2)
  ret i32 %sum3
}

define weak i32 @func3_weak(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %sum2 = add i32 %sum, %y
  %sum3 = call i32 @func2(i32 %sum, i32 %sum2)
  ret i32 %sum3
}

define i32 @func2(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %sum2 = add i32 %sum, %y
  %sum3 = call i32 @unknown(i32 %sum, i32 %sum2)
  ret i32 %sum3
}

declare i32 @unknown(i32 %x, i32 %y)
