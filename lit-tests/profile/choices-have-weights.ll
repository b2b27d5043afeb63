; Selects on the identifier say how often each side is meant, as branches do, if both entry counts are known.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/i64 30/i64 -1/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=PLAIN --implicit-check-not=branch_weights
; (LLVM 19 knows no profiles that say why nothing is known.)
; RUN: %if llvm-22 %{ sed 's/function_entry_count", i64 30/unknown", !"inline"/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=PLAIN --implicit-check-not=branch_weights %}
; RUN: sed 's/function_entry_count", i64 30/synthetic_function_entry_count", i64 30/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=PLAIN --implicit-check-not=branch_weights
; CHECK: define internal i32 @left.fmerge({{.*}} !prof ![[SUM:[0-9]+]] {
; CHECK: select i1 %fmerge.id, i32 5, i32 3, !prof ![[SIDES:[0-9]+]]
; CHECK: ![[SUM]] = !{!"function_entry_count", i64 40}
; CHECK: ![[SIDES]] = !{!"branch_weights", i32 30, i32 10}
; PLAIN: define internal i32 @left.fmerge({{[^!]*}} {
; PLAIN: select i1 %fmerge.id, i32 5, i32 3{{$}}

define i32 @left(ptr %p) !prof !0 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p) !prof !1 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}

!0 = !{!"function_entry_count", i64 10}
!1 = !{!"function_entry_count", i64 30}
