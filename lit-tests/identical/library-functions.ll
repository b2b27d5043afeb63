; Calls of a function must not become calls of one that LLVM takes for the library's: it would believe things of
; them that nobody promised. The other way round is right.
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @abs(i32 %x) {
; CHECK-NEXT: tail call i32 @mine(i32 %x)
; CHECK: define internal i32 @mine(i32 %x) {
; CHECK-NEXT: %a = mul
; CHECK: call i32 @mine(
; CHECK: call i32 @mine(

define i32 @abs(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @mine(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @user(i32 %x) {
  %a = call i32 @abs(i32 %x)
  %b = call i32 @mine(i32 %x)
  %c = add i32 %a, %b
  ret i32 %c
}
