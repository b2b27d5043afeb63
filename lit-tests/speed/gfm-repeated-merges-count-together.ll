; What one merge adds to a function is taken off what the next may add. With one parameter for each body there are two
; groups of two first, and one group of these then, if the limit lets it.
; RUN: %opt -passes='gfm<params=1;slowdown=12;time-price=0;verify>,verify' -S %s | %FileCheck %s --check-prefix=TWICE
; RUN: %opt -passes='gfm<params=1;slowdown=8;time-price=0;verify>,verify' -S %s | %FileCheck %s --check-prefix=ONCE
; TWICE: define i32 @one(
; TWICE-NEXT: tail call i32 @one.gfm.gfm(i32 %x, ptr %p, ptr @a, ptr @x)
; TWICE: define i32 @four(
; TWICE-NEXT: tail call i32 @one.gfm.gfm(i32 %x, ptr %p, ptr @d, ptr @y)
; ONCE: define i32 @one(
; ONCE-NEXT: tail call i32 @one.gfm(i32 %x, ptr %p, ptr @a)
; ONCE: define i32 @four(
; ONCE-NEXT: tail call i32 @three.gfm(i32 %x, ptr %p, ptr @d)
; ONCE-NOT: .gfm.gfm

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@a = external global i32
@b = external global i32
@c = external global i32
@d = external global i32
@x = external global i32
@y = external global i32

define i32 @one(i32 %x, ptr %p) {
  store volatile ptr @a, ptr %p
  store volatile ptr @x, ptr %p
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
  %s10 = add i32 %s9, 23
  store volatile i32 %s10, ptr %p
  %s11 = xor i32 %s10, 25
  store volatile i32 %s11, ptr %p
  %s12 = sub i32 %s11, 27
  store volatile i32 %s12, ptr %p
  %s13 = or i32 %s12, 29
  store volatile i32 %s13, ptr %p
  %s14 = and i32 %s13, 31
  store volatile i32 %s14, ptr %p
  %s15 = add i32 %s14, 33
  store volatile i32 %s15, ptr %p
  ret i32 %s15
}

define i32 @two(i32 %x, ptr %p) {
  store volatile ptr @b, ptr %p
  store volatile ptr @x, ptr %p
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
  %s10 = add i32 %s9, 23
  store volatile i32 %s10, ptr %p
  %s11 = xor i32 %s10, 25
  store volatile i32 %s11, ptr %p
  %s12 = sub i32 %s11, 27
  store volatile i32 %s12, ptr %p
  %s13 = or i32 %s12, 29
  store volatile i32 %s13, ptr %p
  %s14 = and i32 %s13, 31
  store volatile i32 %s14, ptr %p
  %s15 = add i32 %s14, 33
  store volatile i32 %s15, ptr %p
  ret i32 %s15
}

define i32 @three(i32 %x, ptr %p) {
  store volatile ptr @c, ptr %p
  store volatile ptr @y, ptr %p
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
  %s10 = add i32 %s9, 23
  store volatile i32 %s10, ptr %p
  %s11 = xor i32 %s10, 25
  store volatile i32 %s11, ptr %p
  %s12 = sub i32 %s11, 27
  store volatile i32 %s12, ptr %p
  %s13 = or i32 %s12, 29
  store volatile i32 %s13, ptr %p
  %s14 = and i32 %s13, 31
  store volatile i32 %s14, ptr %p
  %s15 = add i32 %s14, 33
  store volatile i32 %s15, ptr %p
  ret i32 %s15
}

define i32 @four(i32 %x, ptr %p) {
  store volatile ptr @d, ptr %p
  store volatile ptr @y, ptr %p
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
  %s10 = add i32 %s9, 23
  store volatile i32 %s10, ptr %p
  %s11 = xor i32 %s10, 25
  store volatile i32 %s11, ptr %p
  %s12 = sub i32 %s11, 27
  store volatile i32 %s12, ptr %p
  %s13 = or i32 %s12, 29
  store volatile i32 %s13, ptr %p
  %s14 = and i32 %s13, 31
  store volatile i32 %s14, ptr %p
  %s15 = add i32 %s14, 33
  store volatile i32 %s15, ptr %p
  ret i32 %s15
}
