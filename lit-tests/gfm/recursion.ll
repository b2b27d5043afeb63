; A function that calls itself: the shared body does, and passes its parameters on. Whoever calls the first
; from outside calls the shared body.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK-NOT: @one(
; CHECK: define i32 @two(i32 %x)
; CHECK-NEXT: tail call i32 @one.gfm(i32 %x, ptr @h)
; CHECK: define i32 @user(i32 %x)
; CHECK-NEXT: %a = call i32 @one.gfm(i32 %x, ptr @g)
; CHECK: define internal i32 @one.gfm(i32 %x, ptr %0)
; CHECK: %r = call i32 @one.gfm(i32 %a, ptr %0)
; CHECK-NOT: norecurse

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@g = external global i32
@h = external global i32

define internal i32 @one(i32 %x) {
  %l = load i32, ptr @g
  %a = add i32 %x, %l
  %c = icmp eq i32 %a, 0
  br i1 %c, label %end, label %again

again:
  %r = call i32 @one(i32 %a)
  br label %end

end:
  %v = phi i32 [ %a, %0 ], [ %r, %again ]
  ret i32 %v
}

define i32 @two(i32 %x) {
  %l = load i32, ptr @h
  %a = add i32 %x, %l
  %c = icmp eq i32 %a, 0
  br i1 %c, label %end, label %again

again:
  %r = call i32 @two(i32 %a)
  br label %end

end:
  %v = phi i32 [ %a, %0 ], [ %r, %again ]
  ret i32 %v
}

define i32 @user(i32 %x) {
  %a = call i32 @one(i32 %x)
  ret i32 %a
}
