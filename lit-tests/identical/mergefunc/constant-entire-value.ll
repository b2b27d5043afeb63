; The input is llvm/test/Transforms/MergeFunc/constant-entire-value.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "plus",
; CHECK-NEXT: "next"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 1
; CHECK-NOT: "originals"

; This makes sure that zeros in constants don't cause problems with string based
; memory comparisons
define internal i32 @sum(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %1 = extractvalue [3 x i32] [ i32 3, i32 0, i32 2 ], 2
  %sum2 = add i32 %sum, %1
  %sum3 = add i32 %sum2, %y
  ret i32 %sum3
}

define internal i32 @add(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %1 = extractvalue [3 x i32] [ i32 3, i32 0, i32 1 ], 2
  %sum2 = add i32 %sum, %1
  %sum3 = add i32 %sum2, %y
  ret i32 %sum3
}

define internal i32 @plus(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %1 = extractvalue [3 x i32] [ i32 3, i32 0, i32 5 ], 2
  %sum2 = add i32 %sum, %1
  %sum3 = add i32 %sum2, %y
  ret i32 %sum3
}

define internal i32 @next(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %1 = extractvalue [3 x i32] [ i32 3, i32 0, i32 5 ], 2
  %sum2 = add i32 %sum, %1
  %sum3 = add i32 %sum2, %y
  ret i32 %sum3
}
