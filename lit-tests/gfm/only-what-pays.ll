; Without force, a group must be estimated to save more than it costs, and more than min-gain.
; RUN: %opt -passes='gfm<speed=ignore;verify>' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm<speed=ignore;verify;min-gain=1000>' -S %s | %FileCheck --check-prefix=NONE %s
; NONE-NOT: .gfm(
; CHECK: define i32 @small1(
; CHECK-NEXT: mul
; CHECK: define i32 @large1(
; CHECK-NEXT: tail call i32 @large1.gfm(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @small1(i32 %x, ptr %p) {
  %a = mul i32 %x, 3
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define i32 @small2(i32 %x, ptr %p) {
  %a = mul i32 %x, 4
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define i32 @large1(i32 %x, ptr %p) {
  %b0 = mul i32 %x, 3
  %b1 = mul i32 %b0, %b0
  %b2 = xor i32 %b1, 1
  store i32 %b1, ptr %p
  %b3 = mul i32 %b2, %b2
  %b4 = xor i32 %b3, 3
  store i32 %b3, ptr %p
  %b5 = mul i32 %b4, %b4
  %b6 = xor i32 %b5, 5
  store i32 %b5, ptr %p
  %b7 = mul i32 %b6, %b6
  %b8 = xor i32 %b7, 7
  store i32 %b7, ptr %p
  %b9 = mul i32 %b8, %b8
  %b10 = xor i32 %b9, 9
  store i32 %b9, ptr %p
  %b11 = mul i32 %b10, %b10
  %b12 = xor i32 %b11, 11
  store i32 %b11, ptr %p
  %b13 = mul i32 %b12, %b12
  %b14 = xor i32 %b13, 13
  store i32 %b13, ptr %p
  %b15 = mul i32 %b14, %b14
  %b16 = xor i32 %b15, 15
  store i32 %b15, ptr %p
  %b17 = mul i32 %b16, %b16
  %b18 = xor i32 %b17, 17
  store i32 %b17, ptr %p
  %b19 = mul i32 %b18, %b18
  %b20 = xor i32 %b19, 19
  store i32 %b19, ptr %p
  ret i32 %b19
}

define i32 @large2(i32 %x, ptr %p) {
  %b0 = mul i32 %x, 4
  %b1 = mul i32 %b0, %b0
  %b2 = xor i32 %b1, 1
  store i32 %b1, ptr %p
  %b3 = mul i32 %b2, %b2
  %b4 = xor i32 %b3, 3
  store i32 %b3, ptr %p
  %b5 = mul i32 %b4, %b4
  %b6 = xor i32 %b5, 5
  store i32 %b5, ptr %p
  %b7 = mul i32 %b6, %b6
  %b8 = xor i32 %b7, 7
  store i32 %b7, ptr %p
  %b9 = mul i32 %b8, %b8
  %b10 = xor i32 %b9, 9
  store i32 %b9, ptr %p
  %b11 = mul i32 %b10, %b10
  %b12 = xor i32 %b11, 11
  store i32 %b11, ptr %p
  %b13 = mul i32 %b12, %b12
  %b14 = xor i32 %b13, 13
  store i32 %b13, ptr %p
  %b15 = mul i32 %b14, %b14
  %b16 = xor i32 %b15, 15
  store i32 %b15, ptr %p
  %b17 = mul i32 %b16, %b16
  %b18 = xor i32 %b17, 17
  store i32 %b17, ptr %p
  %b19 = mul i32 %b18, %b18
  %b20 = xor i32 %b19, 19
  store i32 %b19, ptr %p
  ret i32 %b19
}
