; Addresses of globals become parameters, and so what is done to memory is done behind arguments too.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, ptr @g)
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, ptr @h)
; CHECK: define internal i32 @one.gfm(i32 %x, ptr %p, ptr %0) unnamed_addr #[[#SHARED:]]
; CHECK: %l = load i32, ptr %0
; CHECK: attributes #[[#SHARED]] = { noinline memory(read) }

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@g = external global i32
@h = external global i32

define i32 @one(i32 %x, ptr %p) memory(read, argmem: none) {
  %l = load i32, ptr @g
  %a = add i32 %l, %x
  %b = mul i32 %a, %x
  ret i32 %b
}

define i32 @two(i32 %x, ptr %p) memory(read, argmem: none) {
  %l = load i32, ptr @h
  %a = add i32 %l, %x
  %b = mul i32 %a, %x
  ret i32 %b
}
