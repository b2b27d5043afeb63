; Calls with variable arguments were rewritten to call a body of another type, and lost these arguments. Only a
; function of the same type takes over such a call; of others, each keeps its body.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define i64 @user(
; CHECK-NEXT: call i64 (i64, ptr, ...) @number(i64 %x, ptr %p, i32 7, i32 8)
; CHECK: define ptr @other(
; CHECK-NEXT: call ptr (ptr, ptr, ...) @pointer(ptr %x, ptr %p, i32 9)
; CHECK-NEXT: call ptr (ptr, ptr, ...) @pointer(ptr %x, ptr %p, i32 10, i32 11)
target datalayout = "e-p:64:64"
declare void @e(ptr)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)

define internal ptr @pointer(ptr %x, ptr %p, ...) noinline {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @e(ptr %l)
  call void @llvm.va_end.p0(ptr %l)
  store ptr %x, ptr %p
  call void @e(ptr %p)
  %r = load ptr, ptr %p
  call void @e(ptr %p)
  ret ptr %r
}

define internal ptr @pointer_too(ptr %x, ptr %p, ...) noinline {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @e(ptr %l)
  call void @llvm.va_end.p0(ptr %l)
  store ptr %x, ptr %p
  call void @e(ptr %p)
  %r = load ptr, ptr %p
  call void @e(ptr %p)
  ret ptr %r
}

define internal i64 @number(i64 %x, ptr %p, ...) noinline {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @e(ptr %l)
  call void @llvm.va_end.p0(ptr %l)
  store i64 %x, ptr %p
  call void @e(ptr %p)
  %r = load i64, ptr %p
  call void @e(ptr %p)
  ret i64 %r
}

define i64 @user(i64 %x, ptr %p) {
  %r = call i64 (i64, ptr, ...) @number(i64 %x, ptr %p, i32 7, i32 8)
  ret i64 %r
}

define ptr @other(ptr %x, ptr %p) {
  %r = call ptr (ptr, ptr, ...) @pointer(ptr %x, ptr %p, i32 9)
  %s = call ptr (ptr, ptr, ...) @pointer_too(ptr %x, ptr %p, i32 10, i32 11)
  ret ptr %s
}
