; What is returned becomes a parameter.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 -1)
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 -2)
; CHECK: ret i32 %0

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) {
  %a = mul i32 %x, 3
  store i32 %a, ptr %p
  store i32 %x, ptr %p
  ret i32 -1
}

define i32 @two(i32 %x, ptr %p) {
  %a = mul i32 %x, 3
  store i32 %a, ptr %p
  store i32 %x, ptr %p
  ret i32 -2
}
