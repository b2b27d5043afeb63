; The same offset in other steps: inbounds speaks of each step, so it goes unless the kept steps only go up.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal ptr @back1(
; CHECK-NEXT: %a = getelementptr [4 x i32], ptr %p, i64 1, i64 -2
; CHECK-NOT: @back2
; CHECK: define internal ptr @up1(
; CHECK-NEXT: %a = getelementptr inbounds { i32, [4 x i32] }, ptr %q, i64 0, i32 1, i64 1
; CHECK-NOT: @up2
; CHECK: define internal ptr @steps1(
; CHECK-NEXT: %a = getelementptr i32, ptr %p, i64 %i
; CHECK-NOT: @steps2

define internal ptr @back1(ptr %p, ptr %q) {
  %a = getelementptr inbounds [4 x i32], ptr %p, i64 1, i64 -2
  store ptr %a, ptr %q
  %b = load ptr, ptr %a
  store ptr %b, ptr %p
  ret ptr %b
}

define internal ptr @back2(ptr %p, ptr %q) {
  %a = getelementptr inbounds i32, ptr %p, i64 2
  store ptr %a, ptr %q
  %b = load ptr, ptr %a
  store ptr %b, ptr %p
  ret ptr %b
}

define internal ptr @up1(ptr %p, ptr %q) {
  %a = getelementptr inbounds { i32, [4 x i32] }, ptr %q, i64 0, i32 1, i64 1
  store ptr %a, ptr %q
  %b = load ptr, ptr %a
  store ptr %b, ptr %p
  ret ptr %b
}

define internal ptr @up2(ptr %p, ptr %q) {
  %a = getelementptr inbounds i8, ptr %q, i64 8
  store ptr %a, ptr %q
  %b = load ptr, ptr %a
  store ptr %b, ptr %p
  ret ptr %b
}

define internal ptr @steps1(ptr %p, ptr %q, i64 %i) {
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  store ptr %a, ptr %q
  %b = load ptr, ptr %a
  store ptr %b, ptr %p
  ret ptr %b
}

define internal ptr @steps2(ptr %p, ptr %q, i64 %i) {
  %a = getelementptr inbounds [1 x i32], ptr %p, i64 %i, i64 0
  store ptr %a, ptr %q
  %b = load ptr, ptr %a
  store ptr %b, ptr %p
  ret ptr %b
}

define void @user(ptr %p, ptr %q) {
  call ptr @back1(ptr %p, ptr %q)
  call ptr @back2(ptr %p, ptr %q)
  call ptr @up1(ptr %p, ptr %q)
  call ptr @up2(ptr %p, ptr %q)
  call ptr @steps1(ptr %p, ptr %q, i64 3)
  call ptr @steps2(ptr %p, ptr %q, i64 3)
  ret void
}
