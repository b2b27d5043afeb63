; Operands that commute, and comparisons from either side, have one order when functions are compared, and each body
; keeps its own: the parameter stands where the constant stood in the body that is kept.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i1 @one(i32 %x, i32 %y)
; CHECK-NEXT: call i1 @one.gfm(i32 %x, i32 %y, i32 111)
; CHECK: define i1 @two(i32 %x, i32 %y)
; CHECK-NEXT: call i1 @one.gfm(i32 %x, i32 %y, i32 222)
; CHECK: define internal i1 @one.gfm(i32 %x, i32 %y, i32 %0)
; CHECK-NEXT: %a = add i32 %0, %x
; CHECK-NEXT: %b = call i32 @e(i32 %a)
; CHECK-NEXT: %c = icmp slt i32 %y, %b
declare i32 @e(i32)

define i1 @one(i32 %x, i32 %y) {
  %a = add i32 111, %x
  %b = call i32 @e(i32 %a)
  %c = icmp slt i32 %y, %b
  ret i1 %c
}

define i1 @two(i32 %x, i32 %y) {
  %a = add i32 %x, 222
  %b = call i32 @e(i32 %a)
  %c = icmp sgt i32 %b, %y
  ret i1 %c
}
