; Each of two weak functions may be replaced by another one: their callers are not equal.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @left(
; CHECK-NEXT: call i32 @one(i32 %x)
; CHECK: define internal i32 @right(
; CHECK-NEXT: call i32 @two(i32 %x)

define weak i32 @one(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define weak i32 @two(i32 %x) {
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
