; How often a call is made is added up; which targets it had, and which sizes, is dropped, equal or not.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: call void @f(i32 1), !prof ![[SUM:[0-9]+]]
; CHECK: call void %p(i32 2){{$}}
; CHECK: call void @llvm.memset.p0.i64(ptr %q, i8 %{{.*}}, i64 %n, i1 false){{$}}
; CHECK: ![[SUM]] = !{!"branch_weights", i64 17}

declare void @f(i32)

define void @left(ptr %p, ptr %q, i64 %n) {
  call void @f(i32 1), !prof !0
  call void %p(i32 2), !prof !2
  call void @llvm.memset.p0.i64(ptr %q, i8 1, i64 %n, i1 false), !prof !3
  ret void
}

define void @right(ptr %p, ptr %q, i64 %n) {
  call void @f(i32 1), !prof !1
  call void %p(i32 2), !prof !2
  call void @llvm.memset.p0.i64(ptr %q, i8 2, i64 %n, i1 false), !prof !3
  ret void
}

!0 = !{!"branch_weights", i32 10}
!1 = !{!"branch_weights", i32 7}
!2 = !{!"VP", i32 0, i64 100, i64 123456789, i64 100}
!3 = !{!"VP", i32 1, i64 100, i64 8, i64 100}
