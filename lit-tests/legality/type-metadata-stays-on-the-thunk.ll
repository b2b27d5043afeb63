; CFI looks up functions by their addresses: the type stays on the thunk, whose address is taken.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @left(ptr %p) !type ![[ONE:[0-9]+]]
; CHECK: define i32 @right(ptr %p) !type ![[TWO:[0-9]+]]
; CHECK: define internal i32 @left.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr #{{[0-9]+}} {
; CHECK-DAG: ![[ONE]] = !{i64 0, !"one"}
; CHECK-DAG: ![[TWO]] = !{i64 0, !"two"}

define i32 @left(ptr %p) !type !0 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  ret i32 %c
}

define i32 @right(ptr %p) !type !1 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  ret i32 %c
}

!0 = !{i64 0, !"one"}
!1 = !{i64 0, !"two"}
