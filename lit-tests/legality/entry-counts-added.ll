; The merged function is entered as often as both; the thunks keep their own counts.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @left({{.*}} !prof ![[LEFT:[0-9]+]]
; CHECK: define internal i32 @left.fmerge({{.*}} !prof ![[BOTH:[0-9]+]]
; CHECK: ![[LEFT]] = !{!"function_entry_count", i64 10}
; CHECK: ![[BOTH]] = !{!"function_entry_count", i64 17}

define i32 @left(ptr %p) !prof !0 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  ret i32 %c
}

define i32 @right(ptr %p) !prof !1 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  ret i32 %c
}

!0 = !{!"function_entry_count", i64 10}
!1 = !{!"function_entry_count", i64 7}
