; A number that stands in several widths is passed once, in the widest.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call i64 @one.gfm(i64 %x, ptr %p, i64 -3)
; CHECK: tail call i64 @one.gfm(i64 %x, ptr %p, i64 7)
; CHECK: %[[T:.*]] = trunc i64 %0 to i32
; CHECK-NEXT: store i32 %[[T]], ptr %p
; CHECK-NEXT: %a = add i64 %x, %0

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i64 @one(i64 %x, ptr %p) {
  store i32 -3, ptr %p
  %a = add i64 %x, -3
  %b = mul i64 %a, %x
  ret i64 %b
}

define i64 @two(i64 %x, ptr %p) {
  store i32 7, ptr %p
  %a = add i64 %x, 7
  %b = mul i64 %a, %x
  ret i64 %b
}
