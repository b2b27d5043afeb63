; The order of operands does not count where they commute, nor the side from which two numbers are compared. It does
; where it means something.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i1 @one(
; CHECK: %a = add i32 %x, %y
; CHECK-NOT: @two
; CHECK: define internal i32 @difference.one(
; CHECK: define internal i32 @difference.two(
; CHECK: define internal i1 @order.one(
; CHECK: define internal i1 @order.two(
declare i32 @e(i32)
declare i32 @llvm.smax.i32(i32, i32)

define internal i1 @one(i32 %x, i32 %y, float %p, float %q) {
  %a = add nsw i32 %x, %y
  %b = mul i32 %a, %x
  %m = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  %f = fadd float %p, %q
  %i = fptosi float %f to i32
  %r = call i32 @e(i32 %m)
  %c = icmp slt i32 %x, %r
  %d = icmp uge i32 %i, %m
  %e = xor i1 %c, %d
  ret i1 %e
}

define internal i1 @two(i32 %x, i32 %y, float %p, float %q) {
  %a = add i32 %y, %x
  %b = mul i32 %x, %a
  %m = call i32 @llvm.smax.i32(i32 %b, i32 %a)
  %f = fadd float %q, %p
  %i = fptosi float %f to i32
  %r = call i32 @e(i32 %m)
  %c = icmp sgt i32 %r, %x
  %d = icmp ule i32 %m, %i
  %e = xor i1 %d, %c
  ret i1 %e
}

define internal i32 @difference.one(i32 %x, i32 %y) {
  %a = sub i32 %x, %y
  %b = call i32 @e(i32 %a)
  %c = call i32 @e(i32 %b)
  ret i32 %c
}

define internal i32 @difference.two(i32 %x, i32 %y) {
  %a = sub i32 %y, %x
  %b = call i32 @e(i32 %a)
  %c = call i32 @e(i32 %b)
  ret i32 %c
}

define internal i1 @order.one(i32 %x, i32 %y) {
  %a = call i32 @e(i32 %x)
  %b = call i32 @e(i32 %y)
  %c = icmp slt i32 %a, %b
  ret i1 %c
}

define internal i1 @order.two(i32 %x, i32 %y) {
  %a = call i32 @e(i32 %x)
  %b = call i32 @e(i32 %y)
  %c = icmp slt i32 %b, %a
  ret i1 %c
}

define i1 @user(i32 %x, i32 %y, float %p, float %q) {
  %a = call i1 @one(i32 %x, i32 %y, float %p, float %q)
  %b = call i1 @two(i32 %x, i32 %y, float %p, float %q)
  %c = call i32 @difference.one(i32 %x, i32 %y)
  %d = call i32 @difference.two(i32 %x, i32 %y)
  %e = call i1 @order.one(i32 %x, i32 %y)
  %f = call i1 @order.two(i32 %x, i32 %y)
  ret i1 %a
}
