; A local function and a specialisation of it, whose names differ only behind what makes them unique, were one
; constant: places that call one and the other shared a parameter.
; RUN: rm -rf %t && mkdir %t && cp %s %t/names.ll && cd %t
; RUN: %python %root/lit-tests/global/Inputs/rounds.py %clang %plugin %fmerge %lld --options='min-size=1' names.ll | %FileCheck %s
; CHECK: prices none, fold icf: {{[1-9]}} made
; CHECK: 3 -2147483648
; CHECK-NEXT: 33554432 33554432
target triple = "x86_64-unknown-linux-gnu"
@.s = private unnamed_addr constant [7 x i8] c"%d %d\0A\00"
declare i32 @printf(ptr, ...)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.bswap.i32(i32)
define internal i32 @callee.__uniq.123(i32 %x) noinline {
  %r = mul i32 %x, 3
  ret i32 %r
}
define internal i32 @callee.__uniq.123.specialized.1(i32 %x) noinline {
  %r = call i32 @llvm.bitreverse.i32(i32 %x)
  ret i32 %r
}
define internal i32 @other(i32 %x) noinline {
  %r = xor i32 %x, 3
  %s = call i32 @llvm.bswap.i32(i32 %r)
  ret i32 %s
}
define void @one(i32 %x, ptr %p, ptr %q) noinline {
  %a = call i32 @callee.__uniq.123(i32 %x)
  store i32 %a, ptr %p
  %b = call i32 @callee.__uniq.123.specialized.1(i32 %x)
  store i32 %b, ptr %q
  ret void
}
define void @two(i32 %x, ptr %p, ptr %q) noinline {
  %a = call i32 @other(i32 %x)
  store i32 %a, ptr %p
  %b = call i32 @other(i32 %x)
  store i32 %b, ptr %q
  ret void
}
define i32 @main() {
  %p = alloca i32
  %q = alloca i32
  call void @one(i32 1, ptr %p, ptr %q)
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  call i32 (ptr, ...) @printf(ptr @.s, i32 %a, i32 %b)
  call void @two(i32 1, ptr %p, ptr %q)
  %c = load i32, ptr %p
  %d = load i32, ptr %q
  call i32 (ptr, ...) @printf(ptr @.s, i32 %c, i32 %d)
  ret i32 0
}
