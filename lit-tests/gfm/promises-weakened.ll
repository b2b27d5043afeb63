; The shared body promises what all promised: flags, alignments, metadata, attributes of calls.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @one.gfm(i32 %x, ptr %p, i32 %0)
; CHECK-NEXT: %a = add i32 %x, %0
; CHECK-NEXT: store i32 %a, ptr %p, align 2
; CHECK-NEXT: call void @use(ptr %p)
; CHECK-NEXT: ret

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare void @use(ptr)

define i32 @one(i32 %x, ptr %p) {
  %a = add nsw i32 %x, 3
store i32 %a, ptr %p, align 8
  call void @use(ptr nonnull %p)
  ret i32 %a
}

define i32 @two(i32 %x, ptr %p) {
  %a = add i32 %x, 4
store i32 %a, ptr %p, align 2
  call void @use(ptr %p)
  ret i32 %a
}
