; A thunk costs each call a jump, which small functions feel, unless they are cold. Those whose calls all move and aliases
; cost nothing.
; RUN: %opt -passes='identical<verify;slowdown=10;time-price=5>,verify' -S %s | %FileCheck %s
; CHECK: @alike_two = unnamed_addr alias i32 (i32), ptr @alike_one
; CHECK: define i32 @small_two(i32 %x) {
; CHECK-NEXT: mul
; CHECK: define i32 @cold_two(i32 %x)
; CHECK-NEXT: tail call i32 @cold_one(i32 %x)
; CHECK: define i32 @large_two(i32 %x, ptr %p)
; CHECK-NEXT: tail call i32 @large_one(i32 %x, ptr %p)
; CHECK: define i32 @user(
; CHECK-NEXT: call i32 @local_one(i32 %x)
; CHECK-NEXT: call i32 @local_one(i32 %x)
; RUN: %opt -passes='identical<verify;speed=ignore>,verify' -S %s | %FileCheck %s --check-prefix=ANY
; RUN: %opt -passes='identical<verify;slowdown=100>,verify' -S %s | %FileCheck %s --check-prefix=ANY
; ANY: define i32 @small_two(i32 %x)
; ANY-NEXT: tail call i32 @small_one(i32 %x)
; A price for which the thunk would have to save more than it does.
; RUN: %opt -passes='identical<verify;slowdown=100;time-price=100000>,verify' -S %s | %FileCheck %s --check-prefix=DEAR
; DEAR: define i32 @large_two(
; DEAR-NEXT: add

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @small_one(i32 %x) {
  %a = mul i32 %x, 123456789
  %b = add i32 %a, 305419896
  %c = xor i32 %b, 1450744508
  %e = mul i32 %c, 7654321
  %f = xor i32 %e, %a
  ret i32 %f
}

define i32 @small_two(i32 %x) {
  %a = mul i32 %x, 123456789
  %b = add i32 %a, 305419896
  %c = xor i32 %b, 1450744508
  %e = mul i32 %c, 7654321
  %f = xor i32 %e, %a
  ret i32 %f
}

define i32 @cold_one(i32 %x) cold {
  %a = mul i32 %x, 223456789
  %b = add i32 %a, 305419896
  %c = xor i32 %b, 1450744508
  %e = mul i32 %c, 7654321
  %f = xor i32 %e, %a
  ret i32 %f
}

define i32 @cold_two(i32 %x) cold {
  %a = mul i32 %x, 223456789
  %b = add i32 %a, 305419896
  %c = xor i32 %b, 1450744508
  %e = mul i32 %c, 7654321
  %f = xor i32 %e, %a
  ret i32 %f
}

define internal i32 @local_one(i32 %x) {
  %a = mul i32 %x, 323456789
  %b = add i32 %a, 305419896
  %c = xor i32 %b, 1450744508
  %e = mul i32 %c, 7654321
  %f = xor i32 %e, %a
  ret i32 %f
}

define internal i32 @local_two(i32 %x) {
  %a = mul i32 %x, 323456789
  %b = add i32 %a, 305419896
  %c = xor i32 %b, 1450744508
  %e = mul i32 %c, 7654321
  %f = xor i32 %e, %a
  ret i32 %f
}

define i32 @alike_one(i32 %x) unnamed_addr {
  %a = mul i32 %x, 423456789
  %b = add i32 %a, 305419896
  %c = xor i32 %b, 1450744508
  %e = mul i32 %c, 7654321
  %f = xor i32 %e, %a
  ret i32 %f
}

define i32 @alike_two(i32 %x) unnamed_addr {
  %a = mul i32 %x, 423456789
  %b = add i32 %a, 305419896
  %c = xor i32 %b, 1450744508
  %e = mul i32 %c, 7654321
  %f = xor i32 %e, %a
  ret i32 %f
}

define i32 @large_one(i32 %x, ptr %p) {
  %s0 = add i32 %x, 3
  store volatile i32 %s0, ptr %p
  %s1 = xor i32 %s0, 5
  store volatile i32 %s1, ptr %p
  %s2 = sub i32 %s1, 7
  store volatile i32 %s2, ptr %p
  %s3 = or i32 %s2, 9
  store volatile i32 %s3, ptr %p
  %s4 = and i32 %s3, 11
  store volatile i32 %s4, ptr %p
  %s5 = add i32 %s4, 13
  store volatile i32 %s5, ptr %p
  %s6 = xor i32 %s5, 15
  store volatile i32 %s6, ptr %p
  %s7 = sub i32 %s6, 17
  store volatile i32 %s7, ptr %p
  %s8 = or i32 %s7, 19
  store volatile i32 %s8, ptr %p
  %s9 = and i32 %s8, 21
  store volatile i32 %s9, ptr %p
  ret i32 %s9
}

define i32 @large_two(i32 %x, ptr %p) {
  %s0 = add i32 %x, 3
  store volatile i32 %s0, ptr %p
  %s1 = xor i32 %s0, 5
  store volatile i32 %s1, ptr %p
  %s2 = sub i32 %s1, 7
  store volatile i32 %s2, ptr %p
  %s3 = or i32 %s2, 9
  store volatile i32 %s3, ptr %p
  %s4 = and i32 %s3, 11
  store volatile i32 %s4, ptr %p
  %s5 = add i32 %s4, 13
  store volatile i32 %s5, ptr %p
  %s6 = xor i32 %s5, 15
  store volatile i32 %s6, ptr %p
  %s7 = sub i32 %s6, 17
  store volatile i32 %s7, ptr %p
  %s8 = or i32 %s7, 19
  store volatile i32 %s8, ptr %p
  %s9 = and i32 %s8, 21
  store volatile i32 %s9, ptr %p
  ret i32 %s9
}

define i32 @user(i32 %x) {
  %a = call i32 @local_one(i32 %x)
  %b = call i32 @local_two(i32 %x)
  %c = add i32 %a, %b
  ret i32 %c
}
