; What one side's profile says of a branch holds for that side alone. Expected weights stay expected only if both
; are; weights that are all zero say nothing.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: br i1 %a, label %{{[a-z0-9.]+}}, label %{{[a-z0-9.]+$}}
; CHECK: br i1 %b, label %{{.*}}, label %{{.*}}, !prof ![[BOTH:[0-9]+]]
; CHECK: br i1 %c, label %{{.*}}, label %{{.*}}, !prof ![[ONE:[0-9]+]]
; CHECK: br i1 %d, label %{{[a-z0-9.]+}}, label %{{[a-z0-9.]+$}}
; CHECK: ![[BOTH]] = !{!"branch_weights", !"expected", i32 2000, i32 1}
; CHECK: ![[ONE]] = !{!"branch_weights", i32 3, i32 1}

declare void @f(i32)

define void @left(i1 %a, i1 %b, i1 %c, i1 %d) {
  br i1 %a, label %one, label %end, !prof !0
one:
  call void @f(i32 1)
  br i1 %b, label %two, label %end, !prof !1
two:
  call void @f(i32 2)
  br i1 %c, label %three, label %end, !prof !2
three:
  call void @f(i32 3)
  br i1 %d, label %four, label %end, !prof !4
four:
  call void @f(i32 4)
  ret void
end:
  ret void
}

define void @right(i1 %a, i1 %b, i1 %c, i1 %d) {
  br i1 %a, label %one, label %end
one:
  call void @f(i32 1)
  br i1 %b, label %two, label %end, !prof !1
two:
  call void @f(i32 2)
  br i1 %c, label %three, label %end, !prof !3
three:
  call void @f(i32 3)
  br i1 %d, label %four, label %end, !prof !0
four:
  call void @f(i32 5)
  ret void
end:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 9}
!1 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!2 = !{!"branch_weights", !"expected", i32 8, i32 0}
!3 = !{!"branch_weights", i32 4, i32 4}
!4 = !{!"branch_weights", i32 0, i32 0}
