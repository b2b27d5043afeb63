; One calls itself, the other calls the first: the callee is a parameter.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define void @one(i32 %x)
; CHECK-NEXT: tail call void @one.gfm(i32 %x, ptr @g, ptr @one)
; CHECK: define void @two(i32 %x)
; CHECK-NEXT: tail call void @one.gfm(i32 %x, ptr @h, ptr @callee)
; CHECK: call void %1(i32 %x)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@g = external global i32
@h = external global i32
declare hidden void @callee(i32)

define void @one(i32 %x) {
  store i32 %x, ptr @g
  %c = icmp eq i32 %x, 0
  br i1 %c, label %end, label %again

again:
  call void @one(i32 %x)
  br label %end

end:
  ret void
}

define void @two(i32 %x) {
  store i32 %x, ptr @h
  %c = icmp eq i32 %x, 0
  br i1 %c, label %end, label %again

again:
  call void @callee(i32 %x)
  br label %end

end:
  ret void
}
