; The loop of the third function turns much more often by its profile, and would be slower by more than a fifth with its
; shift by a variable; the others share a body without it.
; RUN: %opt -passes='gfm<verify;slowdown=20;time-price=5>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @one(
; CHECK-NEXT: tail call i32 @one.gfm(i32 %x, ptr %p, i32 %n, i32 3)
; CHECK: define i32 @two(
; CHECK-NEXT: tail call i32 @one.gfm(i32 %x, ptr %p, i32 %n, i32 5)
; CHECK: define i32 @three(
; CHECK: %w = shl i32 %v, 6
; RUN: %opt -passes='gfm<verify;speed=ignore>,verify' -S %s | %FileCheck %s --check-prefix=ANY
; ANY: define i32 @three(
; ANY-NEXT: tail call i32 @one.gfm(i32 %x, ptr %p, i32 %n, i32 6)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p, i32 %n) {
entry:
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
  %s16 = xor i32 %s15, 35
  store volatile i32 %s16, ptr %p
  %s17 = sub i32 %s16, 37
  store volatile i32 %s17, ptr %p
  %s18 = or i32 %s17, 39
  store volatile i32 %s18, ptr %p
  %s19 = and i32 %s18, 41
  store volatile i32 %s19, ptr %p
  %s20 = add i32 %s19, 43
  store volatile i32 %s20, ptr %p
  %s21 = xor i32 %s20, 45
  store volatile i32 %s21, ptr %p
  %s22 = sub i32 %s21, 47
  store volatile i32 %s22, ptr %p
  %s23 = or i32 %s22, 49
  store volatile i32 %s23, ptr %p
  %s24 = and i32 %s23, 51
  store volatile i32 %s24, ptr %p
  %s25 = add i32 %s24, 53
  store volatile i32 %s25, ptr %p
  %s26 = xor i32 %s25, 55
  store volatile i32 %s26, ptr %p
  %s27 = sub i32 %s26, 57
  store volatile i32 %s27, ptr %p
  %s28 = or i32 %s27, 59
  store volatile i32 %s28, ptr %p
  %s29 = and i32 %s28, 61
  store volatile i32 %s29, ptr %p
  %s30 = add i32 %s29, 63
  store volatile i32 %s30, ptr %p
  %s31 = xor i32 %s30, 65
  store volatile i32 %s31, ptr %p
  %s32 = sub i32 %s31, 67
  store volatile i32 %s32, ptr %p
  %s33 = or i32 %s32, 69
  store volatile i32 %s33, ptr %p
  %s34 = and i32 %s33, 71
  store volatile i32 %s34, ptr %p
  %s35 = add i32 %s34, 73
  store volatile i32 %s35, ptr %p
  %s36 = xor i32 %s35, 75
  store volatile i32 %s36, ptr %p
  %s37 = sub i32 %s36, 77
  store volatile i32 %s37, ptr %p
  %s38 = or i32 %s37, 79
  store volatile i32 %s38, ptr %p
  %s39 = and i32 %s38, 81
  store volatile i32 %s39, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = shl i32 %v, 3
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end, !prof !0
end:
  ret i32 %s39
}

define i32 @two(i32 %x, ptr %p, i32 %n) {
entry:
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
  %s16 = xor i32 %s15, 35
  store volatile i32 %s16, ptr %p
  %s17 = sub i32 %s16, 37
  store volatile i32 %s17, ptr %p
  %s18 = or i32 %s17, 39
  store volatile i32 %s18, ptr %p
  %s19 = and i32 %s18, 41
  store volatile i32 %s19, ptr %p
  %s20 = add i32 %s19, 43
  store volatile i32 %s20, ptr %p
  %s21 = xor i32 %s20, 45
  store volatile i32 %s21, ptr %p
  %s22 = sub i32 %s21, 47
  store volatile i32 %s22, ptr %p
  %s23 = or i32 %s22, 49
  store volatile i32 %s23, ptr %p
  %s24 = and i32 %s23, 51
  store volatile i32 %s24, ptr %p
  %s25 = add i32 %s24, 53
  store volatile i32 %s25, ptr %p
  %s26 = xor i32 %s25, 55
  store volatile i32 %s26, ptr %p
  %s27 = sub i32 %s26, 57
  store volatile i32 %s27, ptr %p
  %s28 = or i32 %s27, 59
  store volatile i32 %s28, ptr %p
  %s29 = and i32 %s28, 61
  store volatile i32 %s29, ptr %p
  %s30 = add i32 %s29, 63
  store volatile i32 %s30, ptr %p
  %s31 = xor i32 %s30, 65
  store volatile i32 %s31, ptr %p
  %s32 = sub i32 %s31, 67
  store volatile i32 %s32, ptr %p
  %s33 = or i32 %s32, 69
  store volatile i32 %s33, ptr %p
  %s34 = and i32 %s33, 71
  store volatile i32 %s34, ptr %p
  %s35 = add i32 %s34, 73
  store volatile i32 %s35, ptr %p
  %s36 = xor i32 %s35, 75
  store volatile i32 %s36, ptr %p
  %s37 = sub i32 %s36, 77
  store volatile i32 %s37, ptr %p
  %s38 = or i32 %s37, 79
  store volatile i32 %s38, ptr %p
  %s39 = and i32 %s38, 81
  store volatile i32 %s39, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = shl i32 %v, 5
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end, !prof !0
end:
  ret i32 %s39
}

define i32 @three(i32 %x, ptr %p, i32 %n) {
entry:
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
  %s16 = xor i32 %s15, 35
  store volatile i32 %s16, ptr %p
  %s17 = sub i32 %s16, 37
  store volatile i32 %s17, ptr %p
  %s18 = or i32 %s17, 39
  store volatile i32 %s18, ptr %p
  %s19 = and i32 %s18, 41
  store volatile i32 %s19, ptr %p
  %s20 = add i32 %s19, 43
  store volatile i32 %s20, ptr %p
  %s21 = xor i32 %s20, 45
  store volatile i32 %s21, ptr %p
  %s22 = sub i32 %s21, 47
  store volatile i32 %s22, ptr %p
  %s23 = or i32 %s22, 49
  store volatile i32 %s23, ptr %p
  %s24 = and i32 %s23, 51
  store volatile i32 %s24, ptr %p
  %s25 = add i32 %s24, 53
  store volatile i32 %s25, ptr %p
  %s26 = xor i32 %s25, 55
  store volatile i32 %s26, ptr %p
  %s27 = sub i32 %s26, 57
  store volatile i32 %s27, ptr %p
  %s28 = or i32 %s27, 59
  store volatile i32 %s28, ptr %p
  %s29 = and i32 %s28, 61
  store volatile i32 %s29, ptr %p
  %s30 = add i32 %s29, 63
  store volatile i32 %s30, ptr %p
  %s31 = xor i32 %s30, 65
  store volatile i32 %s31, ptr %p
  %s32 = sub i32 %s31, 67
  store volatile i32 %s32, ptr %p
  %s33 = or i32 %s32, 69
  store volatile i32 %s33, ptr %p
  %s34 = and i32 %s33, 71
  store volatile i32 %s34, ptr %p
  %s35 = add i32 %s34, 73
  store volatile i32 %s35, ptr %p
  %s36 = xor i32 %s35, 75
  store volatile i32 %s36, ptr %p
  %s37 = sub i32 %s36, 77
  store volatile i32 %s37, ptr %p
  %s38 = or i32 %s37, 79
  store volatile i32 %s38, ptr %p
  %s39 = and i32 %s38, 81
  store volatile i32 %s39, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = shl i32 %v, 6
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end, !prof !1
end:
  ret i32 %s39
}

!0 = !{!"branch_weights", i32 1, i32 2}
!1 = !{!"branch_weights", i32 10000, i32 1}
