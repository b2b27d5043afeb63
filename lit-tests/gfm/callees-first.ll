; Callees are merged first: what their callers differed in, whom they call, becomes a number, and no call
; becomes indirect.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK-NOT: @inner1(
; CHECK: define i32 @outer1(i32 %x)
; CHECK-NEXT: tail call i32 @outer1.gfm(i32 %x, i32 3)
; CHECK: define i32 @outer2(i32 %x)
; CHECK-NEXT: tail call i32 @outer1.gfm(i32 %x, i32 4)
; CHECK: define internal i32 @inner1.gfm(i32 %x, i32 %0)
; CHECK: define internal i32 @outer1.gfm(i32 %x, i32 %0)
; CHECK: call i32 @inner1.gfm(i32 %a, i32 %0)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @outer1(i32 %x) {
  %a = add i32 %x, 9
  %b = call i32 @inner1(i32 %a)
  %c = mul i32 %b, %a
  ret i32 %c
}

define i32 @outer2(i32 %x) {
  %a = add i32 %x, 9
  %b = call i32 @inner2(i32 %a)
  %c = mul i32 %b, %a
  ret i32 %c
}

define internal i32 @inner1(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, %x
  %c = lshr i32 %b, 1
  ret i32 %c
}

define internal i32 @inner2(i32 %x) {
  %a = mul i32 %x, 4
  %b = xor i32 %a, %x
  %c = lshr i32 %b, 1
  ret i32 %c
}
