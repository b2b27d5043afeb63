; Even when every merge is forced, two functions that the linker keeps one of are merged once: their thunks are not.
; RUN: %opt -passes='fmerge<force>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @{{.*}}.fmerge(
; CHECK-NOT: define
target triple = "x86_64-unknown-linux-gnu"
$f = comdat any
$g = comdat any

define linkonce_odr i32 @f(i32 %x, ptr %p) comdat {
  %a = mul i32 %x, 77
  %b = xor i32 %a, 1234
  store i32 %b, ptr %p
  %c = udiv i32 %b, 7
  ret i32 %c
}

define linkonce_odr i32 @g(i32 %x, ptr %p) comdat {
  %a = mul i32 %x, 77
  %b = xor i32 %a, 1234
  store i32 %b, ptr %p
  %c = udiv i32 %b, 7
  ret i32 %c
}

define ptr @user(i32 %x, ptr %p, i1 %y) {
  %r = call i32 @f(i32 %x, ptr %p)
  %s = call i32 @g(i32 %r, ptr %p)
  %z = select i1 %y, ptr @f, ptr @g
  ret ptr %z
}
