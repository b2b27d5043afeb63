; An operand of arithmetic becomes a parameter.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK-LABEL: define i32 @one(i32 %x, ptr %p)
; CHECK-NEXT: tail call i32 @one.gfm(i32 %x, ptr %p, i32 3)
; CHECK-LABEL: define i32 @two(i32 %x, ptr %p)
; CHECK-NEXT: tail call i32 @one.gfm(i32 %x, ptr %p, i32 5)
; CHECK-LABEL: define internal i32 @one.gfm(i32 %x, ptr %p, i32 %0) unnamed_addr
; CHECK-NEXT: %a = mul i32 %x, %0
; CHECK-NEXT: store i32 %a, ptr %p
; CHECK-NEXT: %b = add i32 %a, 7

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) {
  %a = mul i32 %x, 3
  store i32 %a, ptr %p
  %b = add i32 %a, 7
  ret i32 %b
}

define i32 @two(i32 %x, ptr %p) {
  %a = mul i32 %x, 5
  store i32 %a, ptr %p
  %b = add i32 %a, 7
  ret i32 %b
}
