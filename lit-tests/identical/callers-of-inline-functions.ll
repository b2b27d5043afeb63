; A call of one inline function may meet a call of an equal one when both go to their private body.
; With thunks=keep no call moves, and the callers are different.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='identical<verify;thunks=keep>,verify' -S %s | %FileCheck %s --check-prefix=KEEP
; CHECK: define internal i32 @left(
; CHECK-NEXT: call i32 @one.fmerge(i32 %x)
; CHECK-NOT: @right
; CHECK: define i32 @user(
; CHECK-NEXT: call i32 @left(
; CHECK-NEXT: call i32 @left(
; KEEP: define internal i32 @left(
; KEEP-NEXT: call i32 @one(i32 %x)
; KEEP: define internal i32 @right(
; KEEP-NEXT: call i32 @two(i32 %x)

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

define internal i32 @left(i32 %x) {
  %a = call i32 @one(i32 %x)
  %b = mul i32 %a, 13
  %c = call i32 @one(i32 %b)
  %d = xor i32 %c, %b
  ret i32 %d
}

define internal i32 @right(i32 %x) {
  %a = call i32 @two(i32 %x)
  %b = mul i32 %a, 13
  %c = call i32 @two(i32 %b)
  %d = xor i32 %c, %b
  ret i32 %d
}

define i32 @user(i32 %x) {
  %a = call i32 @left(i32 %x)
  %b = call i32 @right(i32 %x)
  %c = add i32 %a, %b
  ret i32 %c
}
