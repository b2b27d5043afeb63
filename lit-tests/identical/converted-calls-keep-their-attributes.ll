; A call that comes to pass an integer for a pointer is still the same call to those who copy, sink and merge calls.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define i64 @user(
; CHECK: %2 = notail call ptr @pointer(ptr %1, ptr nonnull %p) #[[SITE:[0-9]+]], !annotation ![[NOTE:[0-9]+]]
; CHECK-NOT: !range
; CHECK: attributes #[[SITE]] = { convergent noduplicate nomerge nounwind willreturn }
; CHECK: ![[NOTE]] = !{!"kept"}
target datalayout = "e-p:64:64"
declare void @e(ptr)

define internal ptr @pointer(ptr %x, ptr %p) noinline {
  store ptr %x, ptr %p
  call void @e(ptr %p)
  %r = load ptr, ptr %p
  call void @e(ptr %p)
  store ptr %r, ptr %p
  call void @e(ptr %p)
  ret ptr %r
}

define internal i64 @number(i64 %x, ptr %p) noinline {
  store i64 %x, ptr %p
  call void @e(ptr %p)
  %r = load i64, ptr %p
  call void @e(ptr %p)
  store i64 %r, ptr %p
  call void @e(ptr %p)
  ret i64 %r
}

define i64 @user(i64 %x, ptr %p) {
  %r = notail call i64 @number(i64 %x, ptr nonnull %p) noduplicate convergent nomerge nounwind willreturn memory(argmem: readwrite), !annotation !0, !range !1
  ret i64 %r
}

define ptr @other(ptr %x, ptr %p) {
  %r = call ptr @pointer(ptr %x, ptr %p)
  ret ptr %r
}

!0 = !{!"kept"}
!1 = !{i64 0, i64 5}
