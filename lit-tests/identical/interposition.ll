; With semantic interposition a symbol of a shared library is no one's equal, unless it is dso_local.
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @one(i32 %x)
; CHECK-NEXT: tail call i32 @two(
; CHECK: define dso_local i32 @two(i32 %x)
; CHECK-NEXT: %a = mul
; CHECK: define i32 @user(
; CHECK-NEXT: call i32 @one(
; CHECK-NEXT: call i32 @two(
define i32 @one(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define dso_local i32 @two(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @user(i32 %x) {
  %a = call i32 @one(i32 %x)
  %b = call i32 @two(i32 7)
  %c = add i32 %a, %b
  ret i32 %c
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"SemanticInterposition", i32 1}
