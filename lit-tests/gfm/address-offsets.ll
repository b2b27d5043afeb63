; The constant offset of an address becomes a parameter in bytes, field numbers among it, however it is written.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i64 8)
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i64 20)
; CHECK: %f = getelementptr inbounds i8, ptr %p, i64 %0

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) {
  %f = getelementptr inbounds { i32, i32, i32 }, ptr %p, i64 0, i32 2
  store i32 %x, ptr %f
  %l = load i32, ptr %p
  ret i32 %l
}

define i32 @two(i32 %x, ptr %p) {
  %f = getelementptr inbounds i32, ptr %p, i64 5
  store i32 %x, ptr %f
  %l = load i32, ptr %p
  ret i32 %l
}
