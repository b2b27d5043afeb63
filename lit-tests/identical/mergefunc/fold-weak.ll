; The input is llvm/test/Transforms/MergeFunc/fold-weak.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "sum",
; CHECK-NEXT: "add"
; CHECK: "thunks": 2,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

define weak i32 @sum(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %sum2 = add i32 %sum, %y
  %sum3 = add i32 %sum2, %y
  ret i32 %sum3
}

define weak i32 @add(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %sum2 = add i32 %sum, %y
  %sum3 = add i32 %sum2, %y
  ret i32 %sum3
}

; Don't replace a weak function use by another equivalent function. We don't
; know whether the symbol that will ulitmately be linked is equivalent - we
; don't know that the weak definition is the definitive definition or whether it
; will be overriden by a stronger definition).

define i32 @use_weak(i32 %a, i32 %b) {
  %res = call i32 @add(i32 %a, i32 %b)
  %res2 = call i32 @sum(i32 %a, i32 %b)
  %res3 = add i32 %res, %res2
  ret i32 %res3
}
