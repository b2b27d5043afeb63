; The aliasee of an alias stays.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK-DAG: @one = alias i32 (ptr), ptr @left
; CHECK-DAG: @two = alias i32 (ptr), ptr @right
; CHECK: define internal i32 @left(ptr %p) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr %p, i1 false)
; CHECK-NEXT: ret i32
; CHECK: define internal i32 @right(ptr %p) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr %p, i1 true)
; CHECK-NEXT: ret i32
@one = alias i32 (ptr), ptr @left
@two = alias i32 (ptr), ptr @right

define internal i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

