; What one side alone knows of a loaded value is not said of both: type-based aliasing becomes the common
; ancestor, ranges the union, and the rest goes. (Published mergers kept the first function's.)
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: %a = load i32, {{.*}}, !tbaa ![[CHAR:[0-9]+]], !range ![[RANGE:[0-9]+]]{{$}}
; CHECK: %c = load ptr, ptr %q, align 8{{$}}
; CHECK: %d = load ptr, ptr %q, align 8, !nonnull
; CHECK-DAG: ![[CHAR]] = !{![[NODE:[0-9]+]], ![[NODE]], i64 0}
; CHECK-DAG: ![[NODE]] = !{!"omnipotent char",
; CHECK-DAG: ![[RANGE]] = !{i32 0, i32 10, i32 20, i32 30}

define ptr @left(ptr %p, ptr %q) {
  %a = load i32, ptr %p, !tbaa !0, !range !4, !noundef !9
  %b = mul i32 %a, 3
  store volatile i32 %b, ptr %p
  %c = load ptr, ptr %q, !nonnull !9, !dereferenceable !6
  store volatile ptr %c, ptr %p
  %d = load ptr, ptr %q, !nonnull !9
  ret ptr %d
}

define ptr @right(ptr %p, ptr %q) {
  %a = load i32, ptr %p, !tbaa !1, !range !5
  %b = mul i32 %a, 5
  store volatile i32 %b, ptr %p
  %c = load ptr, ptr %q
  store volatile ptr %c, ptr %p
  %d = load ptr, ptr %q, !nonnull !9
  ret ptr %d
}

!0 = !{!2, !2, i64 0}
!1 = !{!3, !3, i64 0}
!2 = !{!"int", !7, i64 0}
!3 = !{!"float", !7, i64 0}
!4 = !{i32 0, i32 10}
!5 = !{i32 20, i32 30}
!6 = !{i64 8}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"tbaa root"}
!9 = !{}
