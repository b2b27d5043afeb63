; Functions whose addresses are taken keep them, and they stay two addresses.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: @table = constant [2 x ptr] [ptr @left, ptr @right]
; CHECK: define internal i32 @left(ptr %p) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr %p, i1 false)
; CHECK-NEXT: ret i32
; CHECK: define internal i32 @right(ptr %p) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr %p, i1 true)
; CHECK-NEXT: ret i32
@table = constant [2 x ptr] [ptr @left, ptr @right]

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

