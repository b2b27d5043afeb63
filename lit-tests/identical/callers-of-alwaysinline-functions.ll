; Functions that are to be inlined are equal too, or their callers would not be.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK-NOT: @two
; CHECK-NOT: @right
; CHECK: call i32 @left(
; CHECK-NEXT: call i32 @left(
; CHECK-NOT: @two
; CHECK-NOT: @right

define internal i32 @one(i32 %x) alwaysinline {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @two(i32 %x) alwaysinline {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @left(i32 %x) {
  %a = call i32 @one(i32 %x)
  %b = mul i32 %a, 13
  ret i32 %b
}

define internal i32 @right(i32 %x) {
  %a = call i32 @two(i32 %x)
  %b = mul i32 %a, 13
  ret i32 %b
}

define i32 @user(i32 %x) {
  %a = call i32 @left(i32 %x)
  %b = call i32 @right(i32 %x)
  %c = add i32 %a, %b
  ret i32 %c
}
