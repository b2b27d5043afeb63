; Constants that come into a φ become parameters, the same for all edges from one block.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 4)
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 6)
; CHECK: %r = phi i32 [ %0, %[[ENTRY:.*]] ], [ %0, %[[ENTRY]] ], [ 9, %other ]

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) {
  switch i32 %x, label %other [
    i32 1, label %end
    i32 2, label %end
  ]
  other:
  store i32 %x, ptr %p
  br label %end
  end:
  %r = phi i32 [ 4, %0 ], [ 4, %0 ], [ 9, %other ]
  ret i32 %r
}

define i32 @two(i32 %x, ptr %p) {
  switch i32 %x, label %other [
    i32 1, label %end
    i32 2, label %end
  ]
  other:
  store i32 %x, ptr %p
  br label %end
  end:
  %r = phi i32 [ 6, %0 ], [ 6, %0 ], [ 9, %other ]
  ret i32 %r
}
