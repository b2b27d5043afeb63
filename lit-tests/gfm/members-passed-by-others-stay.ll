; Functions that differ in their callee share a body, to which each passes its own. What one passes may be another
; of them: that one is referred to from then on, and stays, though until now it was only called.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='fmerge<force;verify>,verify' -S %s -o /dev/null
; CHECK: define internal void @inner(ptr %p)
; CHECK: call {{.*}}void @inner.gfm(ptr %p, ptr @innermost)
; CHECK: define void @outer(ptr %p) {
; CHECK: call {{.*}}void @inner.gfm(ptr %p, ptr @inner)

define internal void @inner(ptr %p) {
  store i32 5, ptr %p
  %q = getelementptr i8, ptr %p, i64 24
  store i32 7, ptr %q
  %r = getelementptr i8, ptr %q, i64 40
  store i32 9, ptr %r
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

declare void @innermost(ptr)
