; A body that stays in one piece may have convergent calls.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 4)
; CHECK: call void @barrier() #

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare void @barrier() convergent

define i32 @one(i32 %x, ptr %p) convergent {
  store i32 4, ptr %p
  call void @barrier() convergent
  %a = add i32 %x, 1
  ret i32 %a
}

define i32 @two(i32 %x, ptr %p) convergent {
  store i32 6, ptr %p
  call void @barrier() convergent
  %a = add i32 %x, 1
  ret i32 %a
}
