; What a table refers to may be a member of the group itself, which was only called until now: it stays, as a thunk.
; RUN: %opt -passes='gfm<force;params=1;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='fmerge<force;params=1;rounds=3;verify>,verify' -S %s -o /dev/null
; CHECK: @fmerge.table = {{.*}} i32 trunc (i64 sub (i64 ptrtoint (ptr @innermost to i64)
; CHECK: @fmerge.table.1 = {{.*}} i32 trunc (i64 sub (i64 ptrtoint (ptr @inner to i64)
; CHECK: define internal void @inner(ptr %p)
; CHECK: call {{.*}}void @inner.gfm(ptr %p, ptr @fmerge.table)
; CHECK: define void @outer(ptr %p) {
; CHECK: call {{.*}}void @inner.gfm(ptr %p, ptr @fmerge.table.1)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define internal void @inner(ptr %p) {
  store i32 5, ptr %p
  %q = getelementptr i8, ptr %p, i64 24
  store i32 7, ptr %q
  %r = getelementptr i8, ptr %q, i64 40
  store i32 8, ptr %r
  tail call void @innermost(ptr %q)
  ret void
}

define void @outer(ptr %p) {
  store i32 5, ptr %p
  %q = getelementptr i8, ptr %p, i64 24
  store i32 7, ptr %q
  %r = getelementptr i8, ptr %q, i64 40
  store i32 9, ptr %r
  tail call void @inner(ptr %q)
  ret void
}

define internal void @innermost(ptr %p) noinline {
  store volatile i8 1, ptr %p
  ret void
}
