; A weak function may be another at run time: its call of itself goes by its symbol.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define weak i32 @one(i32 %x)
; CHECK-NEXT: tail call i32 @one.gfm(i32 %x, ptr @g, ptr @one)
; CHECK: define weak i32 @two(i32 %x)
; CHECK-NEXT: tail call i32 @one.gfm(i32 %x, ptr @h, ptr @two)
; CHECK: define i32 @user(i32 %x)
; CHECK-NEXT: %a = call i32 @one(i32 %x)
; CHECK: %r = call i32 %1(i32 %a)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@g = external global i32
@h = external global i32

define weak i32 @one(i32 %x) {
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

define weak i32 @two(i32 %x) {
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
