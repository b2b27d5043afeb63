; With thunks=keep, local functions stay as thunks.
; RUN: %opt -passes='gfm<force;verify;thunks=keep>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @one(
; CHECK-NEXT: tail call i32 @one.gfm(i32 %x, ptr %p, i32 3)
; CHECK: define internal i32 @two(
; CHECK: define i32 @user(
; CHECK-NEXT: %a = call i32 @one(i32 %x, ptr %p)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define internal i32 @one(i32 %x, ptr %p) {
  %a = mul i32 %x, 3
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define internal i32 @two(i32 %x, ptr %p) {
  %a = mul i32 %x, 4
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define i32 @user(i32 %x, ptr %p) {
  %a = call i32 @one(i32 %x, ptr %p)
  %b = call i32 @two(i32 %x, ptr %p)
  ret i32 %a
}
