; The inliner does not undo a merge: what the thunks call is not inlined into them. The thunks may be.
; RUN: %opt -passes='f3m<force;verify>,inline,verify' -S %s | %FileCheck %s
; CHECK: define i32 @left(ptr %p) {
; CHECK-NEXT: call i32 @left.fmerge(
; CHECK: define i32 @caller(ptr %p) {
; CHECK-NEXT: call i32 @left.fmerge(
; CHECK: define internal {{.*}} @left.fmerge({{.*}} #[[MERGED:[0-9]+]] {
; CHECK: attributes #[[MERGED]] = { {{.*}}noinline

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @caller(ptr %p) {
  %a = call i32 @left(ptr %p)
  ret i32 %a
}
