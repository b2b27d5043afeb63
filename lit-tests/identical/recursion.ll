; Functions that call themselves are equal, and lose norecurse's like: here what one called, all call.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @one(
; CHECK: call i32 @one(i32 %less)
; CHECK-NOT: @two
; CHECK: define i32 @visible(
; CHECK: call i32 @user(
; CHECK: call i32 @one(
; CHECK-NEXT: call i32 @one(

define internal i32 @one(i32 %x) {
  %end = icmp eq i32 %x, 0
  br i1 %end, label %done, label %more

more:
  %less = sub i32 %x, 1
  %rest = call i32 @one(i32 %less)
  %product = mul i32 %rest, %x
  ret i32 %product

done:
  ret i32 1
}

define internal i32 @two(i32 %x) {
  %end = icmp eq i32 %x, 0
  br i1 %end, label %done, label %more

more:
  %less = sub i32 %x, 1
  %rest = call i32 @two(i32 %less)
  %product = mul i32 %rest, %x
  ret i32 %product

done:
  ret i32 1
}

define i32 @visible(i32 %x) {
  %r = call i32 @user(i32 %x)
  ret i32 %r
}

define i32 @user(i32 %x) {
  %a = call i32 @one(i32 %x)
  %b = call i32 @two(i32 %x)
  %c = add i32 %a, %b
  ret i32 %c
}
