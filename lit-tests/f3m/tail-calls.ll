; A call is a tail call in the merged function only where it is one on both sides: one side's argument may lie
; in its frame. So one that is a jump stays apart from one that is none. A rewritten call keeps its own kind. The side with
; more calls is the one of identifier 0.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @user(
; CHECK-NEXT: tail call void @right.fmerge(ptr %p, i1 true)
; CHECK-NEXT: notail call void @right.fmerge(ptr %p, i1 false)
; CHECK-NEXT: {{^ *}}call void @right.fmerge(ptr %p, i1 false)
; CHECK: define internal void @right.fmerge(
; CHECK: {{^ *}}tail call void @both(
; CHECK: {{^ *}}notail call void @never(
; CHECK: {{^ *}}tail call void @one(ptr %p)
; CHECK: {{^ *}}call void @one(ptr %s)

declare void @both(ptr)
declare void @never(ptr)
declare void @one(ptr)

define internal void @left(ptr %p) {
  %s = alloca i32
  tail call void @both(ptr %p)
  notail call void @never(ptr %p)
  call void @one(ptr %s)
  ret void
}

define internal void @right(ptr %p) {
  tail call void @both(ptr %p)
  notail call void @never(ptr %p)
  tail call void @one(ptr %p)
  ret void
}

define i32 @user(ptr %p) noinline optnone {
  tail call void @left(ptr %p)
  notail call void @right(ptr %p)
  call void @right(ptr %p)
  ret i32 0
}
