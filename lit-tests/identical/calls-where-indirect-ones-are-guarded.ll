; Guards of indirect calls (here `-fcf-protection=branch`) do not concern direct ones: callers of equal functions are
; equal, whatever the module asks of calls through pointers.
; RUN: %opt -passes='identical<force;verify>,verify' -S %s | %FileCheck %s
; CHECK-NOT: @leaf2
; CHECK: define i32 @one(
; CHECK-NEXT: %a = call i32 @leaf1(
; CHECK: define i32 @two(
; CHECK-NEXT: tail call i32 @one(
; CHECK-NOT: @leaf2

target triple = "x86_64-unknown-linux-gnu"
!llvm.module.flags = !{!0}
!0 = !{i32 8, !"cf-protection-branch", i32 1}

define internal i32 @leaf1(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @leaf2(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @one(i32 %x) {
  %a = call i32 @leaf1(i32 %x)
  %b = mul i32 %a, %x
  %c = call i32 @leaf1(i32 %b)
  ret i32 %c
}

define i32 @two(i32 %x) {
  %a = call i32 @leaf2(i32 %x)
  %b = mul i32 %a, %x
  %c = call i32 @leaf2(i32 %b)
  ret i32 %c
}
