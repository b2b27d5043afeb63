; Local functions that are only called go, and local ones that nothing calls as well.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @one(
; CHECK-NOT: @two
; CHECK-NOT: @three
; CHECK: define i32 @user(
; CHECK-NEXT: %a = call i32 @one(i32 %x)
; CHECK-NEXT: %b = tail call i32 @one(i32 7)
; CHECK-NOT: @two
; CHECK-NOT: @three

define internal i32 @one(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @two(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define private i32 @three(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @user(i32 %x) noinline optnone {
  %a = call i32 @one(i32 %x)
  %b = tail call i32 @two(i32 7)
  %c = add i32 %a, %b
  ret i32 %c
}
