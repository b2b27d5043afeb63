; What is stored becomes a parameter.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i16 1)
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i16 2)
; CHECK: store i16 %0, ptr %p

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) {
  store i16 1, ptr %p
  %a = add i32 %x, 7
  %b = mul i32 %a, %x
  ret i32 %b
}

define i32 @two(i32 %x, ptr %p) {
  store i16 2, ptr %p
  %a = add i32 %x, 7
  %b = mul i32 %a, %x
  ret i32 %b
}
