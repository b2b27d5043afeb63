; Arms of selects become parameters.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 10)
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 20)
; CHECK: %s = select i1 %c, i32 %0, i32 %x

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) {
  %c = icmp eq i32 %x, 1
  %s = select i1 %c, i32 10, i32 %x
  store i32 %s, ptr %p
  ret i32 %s
}

define i32 @two(i32 %x, ptr %p) {
  %c = icmp eq i32 %x, 1
  %s = select i1 %c, i32 20, i32 %x
  store i32 %s, ptr %p
  ret i32 %s
}
