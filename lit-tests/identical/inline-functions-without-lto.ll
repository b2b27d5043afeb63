; In a compile without LTO every object would keep its private body: linkonce=skip leaves them alone.
; RUN: %opt -passes='identical<verify;linkonce=skip>,verify' -S %s | %FileCheck %s
; CHECK: define linkonce_odr i32 @one(i32 %x)
; CHECK-NEXT: %a = mul
; CHECK: define linkonce_odr i32 @two(i32 %x)
; CHECK-NEXT: %a = mul
; CHECK: call i32 @one(
; CHECK: call i32 @two(

define linkonce_odr i32 @one(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define linkonce_odr i32 @two(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @user(i32 %x) {
  %a = call i32 @one(i32 %x)
  %b = call i32 @two(i32 %x)
  %c = add i32 %a, %b
  ret i32 %c
}
