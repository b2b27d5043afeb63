; The address of a field, computed before what one function does alone and used by another stretch of its own: it is
; rematerialized there, in place of a φ that carries it past the other function's code.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s -o %t.ll
; RUN: %FileCheck %s --implicit-check-not=' = phi ' < %t.ll
; RUN: lli %s > %t.plain
; RUN: lli %t.ll | diff %t.plain -
; CHECK-LABEL: define internal void @left.fmerge(
; CHECK: call i32 @putchar(i32 67)
; CHECK-NEXT: br i1 %fmerge.id
; CHECK: %[[FIELD:.*]] = getelementptr inbounds i8, ptr %p, i64 4
; CHECK-NEXT: store volatile i32 3, ptr %[[FIELD]]
; CHECK: ret void

target triple = "x86_64-unknown-linux-gnu"

@format = constant [7 x i8] c"%d %d\0A\00"
declare i32 @printf(ptr, ...)
declare i32 @putchar(i32)

define internal void @left(ptr %p) {
  %field = getelementptr inbounds i8, ptr %p, i64 4
  store volatile i32 1, ptr %field
  %g = call i32 @putchar(i32 64)
  %h = call i32 @putchar(i32 65)
  %i = call i32 @putchar(i32 66)
  %j = call i32 @putchar(i32 67)
  store volatile i32 3, ptr %field
  %k = call i32 @putchar(i32 10)
  ret void
}

define internal void @right(ptr %p) {
  store volatile i32 5, ptr %p
  %h = call i32 @putchar(i32 65)
  %i = call i32 @putchar(i32 66)
  %j = call i32 @putchar(i32 67)
  %k = call i32 @putchar(i32 10)
  ret void
}

define i32 @main() {
  %p = alloca [8 x i8], align 4
  store i64 0, ptr %p
  call void @left(ptr %p)
  %field = getelementptr inbounds i8, ptr %p, i64 4
  %a = load i32, ptr %field
  store i32 7, ptr %field
  call void @right(ptr %p)
  %b = load i32, ptr %field
  call i32 (ptr, ...) @printf(ptr @format, i32 %a, i32 %b)
  ret i32 0
}
