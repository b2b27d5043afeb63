; A φ reads its constants at the end of the block that it comes from, once for all edges from there; what is no φ reads before it.
; RUN: %opt -passes='gfm<force;params=1;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i64 @one.gfm(
; CHECK: %[[A:.*]] = load i32, {{.*}}!invariant.load
; CHECK: switch i32 %x, label %other
; CHECK: other:
; CHECK: load i64, ptr %{{.*}}, align 8, !invariant.load
; CHECK-NEXT: add i64
; CHECK: %r = phi i64 [ %[[L:.*]], %[[E:.*]] ], [ %[[L]], %[[E]] ], [ %{{.*}}, %other ]

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i64 @one(i32 %x, ptr %p) {
  %y = mul i32 %x, 77
  store i32 %y, ptr %p
  switch i32 %x, label %other [
    i32 1, label %end
    i32 2, label %end
  ]
  other:
  %z = load i64, ptr %p
  %w = add i64 %z, 1000
  br label %end
  end:
  %r = phi i64 [ 4, %0 ], [ 4, %0 ], [ %w, %other ]
  ret i64 %r
}

define i64 @two(i32 %x, ptr %p) {
  %y = mul i32 %x, 78
  store i32 %y, ptr %p
  switch i32 %x, label %other [
    i32 1, label %end
    i32 2, label %end
  ]
  other:
  %z = load i64, ptr %p
  %w = add i64 %z, 1003
  br label %end
  end:
  %r = phi i64 [ 6, %0 ], [ 6, %0 ], [ %w, %other ]
  ret i64 %r
}
