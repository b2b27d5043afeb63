; Local variables without a name all have the empty name, and were one constant.
; RUN: rm -rf %t && mkdir %t && cp %s %t/unnamed.ll && cd %t
; RUN: %python %root/lit-tests/global/Inputs/rounds.py %clang %plugin %fmerge %lld --options='min-size=1' unnamed.ll | %FileCheck %s
; CHECK: prices none, fold icf: {{[1-9]}} made
; CHECK: 1 2
target triple = "x86_64-unknown-linux-gnu"
@.s = private unnamed_addr constant [7 x i8] c"%d %d\0A\00"
@0 = internal global i32 0
@1 = internal global i32 0
@c = internal global i32 0
declare i32 @printf(ptr, ...)
define void @one(i32 %x) noinline {
  store i32 %x, ptr @0
  %y = add i32 %x, 1
  store i32 %y, ptr @1
  ret void
}
define void @two(i32 %x) noinline {
  store i32 %x, ptr @c
  %y = add i32 %x, 1
  store i32 %y, ptr @c
  ret void
}
define i32 @main() {
  call void @one(i32 1)
  call void @two(i32 1)
  %a = load i32, ptr @0
  %b = load i32, ptr @1
  call i32 (ptr, ...) @printf(ptr @.s, i32 %a, i32 %b)
  ret i32 0
}
