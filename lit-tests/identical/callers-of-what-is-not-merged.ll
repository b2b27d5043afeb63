; Thunks would not be smaller than the two small functions, so they stay and are only themselves; what they
; promise may differ.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @one(i32 %x)
; CHECK-NEXT: ret i32 %x
; CHECK: define i32 @two(i32 %x) #
; CHECK-NEXT: ret i32 %x
; CHECK: define internal i32 @left(
; CHECK-NEXT: call i32 @one(i32 %x)
; CHECK: define internal i32 @right(
; CHECK-NEXT: call i32 @two(i32 %x)

define i32 @one(i32 %x) {
  ret i32 %x
}

define i32 @two(i32 %x) nounwind {
  ret i32 %x
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
