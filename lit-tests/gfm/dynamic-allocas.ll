; A body that stays in one piece may have stack memory of variable size.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 4)
; CHECK: alloca i8, i32 %x

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare void @use(ptr)

define i32 @one(i32 %x, ptr %p) {
  %m = alloca i8, i32 %x
  store i32 4, ptr %m
  call void @use(ptr %m)
  ret i32 %x
}

define i32 @two(i32 %x, ptr %p) {
  %m = alloca i8, i32 %x
  store i32 6, ptr %m
  call void @use(ptr %m)
  ret i32 %x
}
