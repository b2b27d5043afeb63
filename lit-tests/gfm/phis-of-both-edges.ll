; Where constants that come with both edges of an invoke become the same parameter, the normal edge gets a
; block of its own, as in functions merged by alignment.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: invoke void @may_throw(i32 %x)
; CHECK-NEXT: to label %[[SPLIT:.*]] unwind label %pad
; CHECK: [[SPLIT]]:
; CHECK-NEXT: br label %fine

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @__gxx_personality_v0(...)
declare void @may_throw(i32)

define i32 @one(i32 %x, ptr %p) personality ptr @__gxx_personality_v0 {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %fine, label %call

call:
  invoke void @may_throw(i32 %x) to label %fine unwind label %pad

fine:
  %f = phi i32 [ 1, %0 ], [ 3, %call ]
  ret i32 %f

pad:
  %q = phi i32 [ 3, %call ]
  %l = landingpad { ptr, i32 } cleanup
  store i32 %q, ptr %p
  resume { ptr, i32 } %l
}

define i32 @two(i32 %x, ptr %p) personality ptr @__gxx_personality_v0 {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %fine, label %call

call:
  invoke void @may_throw(i32 %x) to label %fine unwind label %pad

fine:
  %f = phi i32 [ 1, %0 ], [ 4, %call ]
  ret i32 %f

pad:
  %q = phi i32 [ 4, %call ]
  %l = landingpad { ptr, i32 } cleanup
  store i32 %q, ptr %p
  resume { ptr, i32 } %l
}
