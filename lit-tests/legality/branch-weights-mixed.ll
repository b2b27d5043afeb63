; Branch weights count in proportion to how often each function is entered: (3/4, 1/4) ten times and (1/2, 1/2)
; thirty times are 45 to 35. Branches on the identifier get the entry counts, one-sided branches keep theirs.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,COUNTS
; Without entry counts each side counts the same; branches on the identifier then have no weights.
; RUN: sed 's/ !prof !.* {$/ {/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefixes=CHECK,PLAIN
; CHECK: define internal {{.*}} @left.fmerge(
; COUNTS: br i1 %fmerge.id, label %{{.*}}, label %{{.*}}, !prof ![[ID:[0-9]+]]
; PLAIN: br i1 %fmerge.id, label %{{[0-9]+}}, label %{{[0-9]+$}}
; CHECK: switch i32 %x, label %{{.*}} [
; CHECK: ], !prof ![[CASES:[0-9]+]]
; CHECK: br i1 %c, label %{{.*}}, label %{{.*}}, !prof ![[MIXED:[0-9]+]]
; COUNTS-DAG: ![[ID]] = !{!"branch_weights", i32 30, i32 10}
; COUNTS-DAG: ![[MIXED]] = !{!"branch_weights", i32 9, i32 7}
; COUNTS-DAG: ![[CASES]] = !{!"branch_weights", i32 5, i32 3, i32 0}
; PLAIN-DAG: ![[MIXED]] = !{!"branch_weights", i32 5, i32 3}
; PLAIN-DAG: ![[CASES]] = !{!"branch_weights", i32 3, i32 1, i32 0}

@v = global i32 0
declare void @f(i32)
declare void @g(i32)

define void @left(i32 %x) !prof !0 {
  %c = icmp slt i32 %x, 7
  call void @g(i32 1)
  br i1 %c, label %yes, label %no, !prof !2
yes:
  call void @f(i32 1)
  switch i32 %x, label %one [ i32 5, label %two i32 6, label %three ], !prof !4
one:
  call void @f(i32 2)
  ret void
two:
  store i32 3, ptr @v
  ret void
three:
  call void @g(i32 5)
  ret void
no:
  call void @f(i32 4)
  ret void
}

define void @right(i32 %x) !prof !1 {
  %c = icmp slt i32 %x, 7
  br i1 %c, label %yes, label %no, !prof !3
yes:
  call void @f(i32 1)
  switch i32 %x, label %one [ i32 5, label %two i32 6, label %three ], !prof !5
one:
  call void @f(i32 2)
  ret void
two:
  store i32 3, ptr @v
  ret void
three:
  call void @g(i32 5)
  ret void
no:
  call void @f(i32 4)
  ret void
}

!0 = !{!"function_entry_count", i64 10}
!1 = !{!"function_entry_count", i64 30}
!2 = !{!"branch_weights", i32 30, i32 10}
!3 = !{!"branch_weights", i32 2, i32 2}
!4 = !{!"branch_weights", i32 8, i32 0, i32 0}
!5 = !{!"branch_weights", i32 4, i32 4, i32 0}
