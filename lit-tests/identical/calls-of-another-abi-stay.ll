; A call that passes an argument otherwise than the function takes it is not rewritten to call a body of another type,
; as the other passes do not rewrite it either: the function stays, as a thunk.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i64 @number(i64 %x, ptr %p)
; CHECK-NEXT: %1 = inttoptr i64 %x to ptr
; CHECK-NEXT: tail call ptr @pointer(ptr %1, ptr %p)
; CHECK: define i64 @user(
; CHECK-NEXT: call i64 @number(i64 %x, ptr inreg %p)
; CHECK-NEXT: inttoptr i64 %x to ptr
; CHECK-NEXT: call ptr @pointer(
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
  %r = call i64 @number(i64 %x, ptr inreg %p)
  %s = call i64 @number(i64 %x, ptr %p)
  ret i64 %s
}

define ptr @other(ptr %x, ptr %p) {
  %r = call ptr @pointer(ptr %x, ptr %p)
  ret ptr %r
}
