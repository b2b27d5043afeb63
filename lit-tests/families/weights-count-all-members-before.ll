; Branch weights of three functions are mixed by how often each is entered. Of the first two, which are entered 1,000 times
; together, one call in ten takes the first way; of the third, entered 100 times, nine in ten: 190 and 910 in all. Those of
; the first two counted once as those of the first alone, and the cold third one turned the branch around.
; RUN: split-file %s %t
; RUN: %opt -passes='f3m<by-hand=%t/families.json;verify>,verify' -S %t/module.ll | %FileCheck %s
; RUN: %opt -passes='f3m<by-hand=%t/pairs.json;verify>,verify' -S %t/module.ll | %FileCheck %s --check-prefix=LACK
; CHECK: define internal void @a.fmerge({{.*}} !prof ![[ENTERED:[0-9]+]]
; CHECK: {{br|select}} i1 %c, {{.*}}, !prof ![[BOTH:[0-9]+]]
; CHECK-DAG: ![[ENTERED]] = !{!"function_entry_count", i64 1100}
; 190 / 910 = 0.209
; CHECK-DAG: ![[BOTH]] = !{!"branch_weights", i32 370928993, i32 1776554654}

; A member whose branch has no weights counts for nothing: 900 times one in ten, 100 times nine in ten: 180 and 820.
; LACK: define internal void @none.fmerge(
; LACK: {{br|select}} i1 %c, {{.*}}, !prof ![[BOTH:[0-9]+]]
; LACK-DAG: ![[BOTH]] = !{!"branch_weights", i32 483183819, i32 -2093796558}

;--- families.json
[{"members": ["a", "b", "c"]}]
;--- pairs.json
[{"members": ["none", "b", "c"]}]
;--- module.ll
target triple = "x86_64-unknown-linux-gnu"
declare void @g(i32)
define internal void @a(i1 %c) minsize !prof !0 {
  call void @g(i32 1)
  br i1 %c, label %t, label %f, !prof !3
t:
  call void @g(i32 7)
  ret void
f:
  call void @g(i32 8)
  ret void
}
define internal void @b(i1 %c) minsize !prof !1 {
  call void @g(i32 2)
  br i1 %c, label %t, label %f, !prof !3
t:
  call void @g(i32 7)
  ret void
f:
  call void @g(i32 8)
  ret void
}
define internal void @c(i1 %c) minsize !prof !2 {
  call void @g(i32 3)
  br i1 %c, label %t, label %f, !prof !4
t:
  call void @g(i32 7)
  ret void
f:
  call void @g(i32 8)
  ret void
}
define internal void @none(i1 %c) minsize !prof !5 {
  call void @g(i32 4)
  br i1 %c, label %t, label %f
t:
  call void @g(i32 7)
  ret void
f:
  call void @g(i32 8)
  ret void
}
define void @m(i1 %q) !prof !0 {
  call void @a(i1 %q)
  call void @b(i1 %q)
  call void @c(i1 %q)
  call void @none(i1 %q)
  ret void
}
!0 = !{!"function_entry_count", i64 100}
!1 = !{!"function_entry_count", i64 900}
!2 = !{!"function_entry_count", i64 100}
!3 = !{!"branch_weights", i32 1, i32 9}
!4 = !{!"branch_weights", i32 9, i32 1}
!5 = !{!"function_entry_count", i64 5000}
