; Two local variables whose names differ only in the numbers that make them unique, as in one module of a link step:
; without the numbers they have one name, and were one constant.
; RUN: rm -rf %t && mkdir %t && cp %s %t/names.ll && cd %t
; RUN: %python %root/lit-tests/global/Inputs/rounds.py %clang %plugin %fmerge %lld --options='min-size=1' names.ll | %FileCheck %s
; CHECK: prices none, fold icf: {{[1-9]}} made
; CHECK: 1 2 8
target triple = "x86_64-unknown-linux-gnu"
@.s = private unnamed_addr constant [10 x i8] c"%d %d %d\0A\00"
@v.__uniq.1 = internal global i32 0
@v.__uniq.2 = internal global i32 0
@v.llvm.3 = internal global i32 7
@c = internal global i32 0
declare i32 @printf(ptr, ...)
define void @one(i32 %x) noinline {
  store i32 %x, ptr @v.__uniq.1
  %y = add i32 %x, 1
  store i32 %y, ptr @v.__uniq.2
  %z = load i32, ptr @v.llvm.3
  %w = add i32 %z, %x
  store i32 %w, ptr @v.llvm.3
  ret void
}
define void @two(i32 %x) noinline {
  store i32 %x, ptr @c
  %y = add i32 %x, 1
  store i32 %y, ptr @c
  %z = load i32, ptr @c
  %w = add i32 %z, %x
  store i32 %w, ptr @c
  ret void
}
define i32 @main() {
  call void @one(i32 1)
  call void @two(i32 1)
  %a = load i32, ptr @v.__uniq.1
  %b = load i32, ptr @v.__uniq.2
  %c = load i32, ptr @v.llvm.3
  call i32 (ptr, ...) @printf(ptr @.s, i32 %a, i32 %b, i32 %c)
  ret i32 0
}
