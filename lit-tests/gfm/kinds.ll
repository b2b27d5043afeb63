; Where one function has a pointer and the other an integer of its size, the body with the pointers serves
; both: thunks convert, and constants are converted where they are passed.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i64 @integers(ptr %p, i64 %x)
; CHECK-NEXT: %1 = inttoptr i64 %x to ptr
; CHECK-NEXT: %2 = tail call ptr @pointers.gfm(ptr %p, ptr %1, ptr inttoptr (i64 5 to ptr))
; CHECK-NEXT: %3 = ptrtoint ptr %2 to i64
; CHECK-NEXT: ret i64 %3
; CHECK: define ptr @pointers(ptr %p, ptr %x)
; CHECK-NEXT: tail call ptr @pointers.gfm(ptr %p, ptr %x, ptr @g)
; CHECK: define internal ptr @pointers.gfm(ptr %p, ptr %x, ptr %0)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@g = external global i32

define i64 @integers(ptr %p, i64 %x) {
  %o = load i64, ptr %p
  store i64 %x, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  store i64 5, ptr %q
  ret i64 %o
}

define ptr @pointers(ptr %p, ptr %x) {
  %o = load ptr, ptr %p
  store ptr %x, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  store ptr @g, ptr %q
  ret ptr %o
}
