; Where a body needs no further arguments, the calls are the same as before but for the function that they name: they
; keep all their attributes, and metadata that named the function names the body. The calls were made anew once, and
; lost what is said to the inliner.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK-NOT: @two(
; CHECK: define i32 @user(
; CHECK-NEXT: %a = call i32 @one.gfm(i32 %x, ptr %p)
; CHECK-NEXT: %b = call i32 @one.gfm(i32 returned %x, ptr nonnull %p) #[[SITE:[0-9]+]]
; CHECK: attributes #[[SITE]] = { inlinehint nobuiltin nounwind }
; CHECK: !named = !{![[NAMES:[0-9]+]]}
; CHECK: ![[NAMES]] = !{ptr @one.gfm}
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @e(i32)

define internal i32 @one(i32 %x, ptr %p) {
  %a = mul i32 %x, 12345
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  call void @e(i32 %b)
  ret i32 %x
}

define internal i32 @two(i32 %x, ptr %p) {
  %a = mul i32 %x, 12345
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  call void @e(i32 %b)
  ret i32 %x
}

define i32 @user(i32 %x, ptr %p) {
  %a = call i32 @one(i32 %x, ptr %p)
  %b = call i32 @two(i32 returned %x, ptr nonnull %p) inlinehint nobuiltin nounwind
  %c = add i32 %a, %b
  ret i32 %c
}

!named = !{!0}
!0 = !{ptr @two}
