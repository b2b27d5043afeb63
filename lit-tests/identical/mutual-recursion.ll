; Two pairs of mutually recursive functions are equal, pair by pair, which comparing two functions at a time
; does not show. A third pair differs at its end.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i1 @even1(
; CHECK: call i1 @odd1(
; CHECK: define internal i1 @odd1(
; CHECK: call i1 @even1(
; CHECK-NOT: @even2
; CHECK-NOT: @odd2
; CHECK: define internal i1 @even3(
; CHECK: call i1 @odd3(
; CHECK: define internal i1 @odd3(
; CHECK: call i1 @even3(
; CHECK: define i1 @user(
; CHECK-NEXT: call i1 @even1(
; CHECK-NEXT: call i1 @even1(
; CHECK-NEXT: call i1 @even3(

define internal i1 @even1(i32 %x) {
  %end = icmp eq i32 %x, 0
  br i1 %end, label %done, label %more

more:
  %less = sub i32 %x, 1
  %rest = call i1 @odd1(i32 %less)
  ret i1 %rest

done:
  ret i1 true
}

define internal i1 @odd1(i32 %x) {
  %end = icmp eq i32 %x, 0
  br i1 %end, label %done, label %more

more:
  %less = sub i32 %x, 1
  %rest = call i1 @even1(i32 %less)
  ret i1 %rest

done:
  ret i1 false
}

define internal i1 @even2(i32 %x) {
  %end = icmp eq i32 %x, 0
  br i1 %end, label %done, label %more

more:
  %less = sub i32 %x, 1
  %rest = call i1 @odd2(i32 %less)
  ret i1 %rest

done:
  ret i1 true
}

define internal i1 @odd2(i32 %x) {
  %end = icmp eq i32 %x, 0
  br i1 %end, label %done, label %more

more:
  %less = sub i32 %x, 1
  %rest = call i1 @even2(i32 %less)
  ret i1 %rest

done:
  ret i1 false
}

define internal i1 @even3(i32 %x) {
  %end = icmp eq i32 %x, 0
  br i1 %end, label %done, label %more

more:
  %less = sub i32 %x, 1
  %rest = call i1 @odd3(i32 %less)
  ret i1 %rest

done:
  ret i1 true
}

define internal i1 @odd3(i32 %x) {
  %end = icmp eq i32 %x, 0
  br i1 %end, label %done, label %more

more:
  %less = sub i32 %x, 2
  %rest = call i1 @even3(i32 %less)
  ret i1 %rest

done:
  ret i1 true
}

define i1 @user(i32 %x) {
  %a = call i1 @even1(i32 %x)
  %b = call i1 @even2(i32 %x)
  %c = call i1 @even3(i32 %x)
  %d = xor i1 %a, %b
  %e = xor i1 %c, %d
  ret i1 %e
}
