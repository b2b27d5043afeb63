; Two functions that were never active twice may be, once they are one.
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @one(i32 %x, ptr %f) {
; CHECK: define weak i32 @three(i32 %x, ptr %f) {

define internal i32 @one(i32 %x, ptr %f) norecurse {
  %a = mul i32 %x, 3
  %b = call i32 %f(i32 %a)
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @two(i32 %x, ptr %f) norecurse {
  %a = mul i32 %x, 3
  %b = call i32 %f(i32 %a)
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define weak i32 @three(i32 %x, ptr %f) norecurse {
  %a = mul i32 %x, 3
  %b = call i32 %f(i32 %a)
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @user(i32 %x, ptr %f) {
  %a = call i32 @one(i32 %x, ptr %f)
  %b = call i32 @two(i32 %x, ptr %f)
  %c = add i32 %a, %b
  ret i32 %c
}
