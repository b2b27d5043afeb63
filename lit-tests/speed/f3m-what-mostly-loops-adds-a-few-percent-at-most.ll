; Two functions that differ in ten constants, for each of which one chooses: that adds some 40 instructions to each call,
; a quarter of it, and saves some 500 bytes, more than 10 for each instruction. Programs that take time take it in functions that
; mostly loop: these may add no more than a few percent, whatever they save.
; RUN: %opt -passes='f3m<verify;only=^straight;report=->,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='f3m<verify;only=^loops;report=->,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=APART
; RUN: %opt -passes='f3m<verify;only=^loops;speed=ignore;report=->,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; MERGED: "merges":1,
; APART: "merges":0,
; APART: "too-slow":1
; What asks for nothing must save 20 bytes in both.
; RUN: sed 's/ minsize optsize / /' %s | %opt -passes='f3m<verify;others=free;only=^straight;report=->,verify' -disable-output - 2>&1 | %FileCheck %s --check-prefix=APART
; No loop that is said to turn rarely makes a function loop mostly.
; RUN: sed 's/label %loop, label %end$/label %loop, label %end, !prof !0/' %s | %opt -passes='f3m<verify;only=^loops;report=->,verify' -disable-output - 2>&1 | %FileCheck %s --check-prefix=MERGED

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define internal i32 @straight_one(i32 %x, ptr %p) noinline minsize optsize {
entry:
  %s0 = add i32 %x, 3
  store volatile i32 %s0, ptr %p
  store volatile i32 1000, ptr %p
  %s1 = xor i32 %s0, 5
  store volatile i32 %s1, ptr %p
  %s2 = sub i32 %s1, 7
  store volatile i32 %s2, ptr %p
  %s3 = or i32 %s2, 9
  store volatile i32 %s3, ptr %p
  %s4 = and i32 %s3, 11
  store volatile i32 %s4, ptr %p
  %s5 = mul i32 %s4, 13
  store volatile i32 %s5, ptr %p
  %s6 = add i32 %s5, 15
  store volatile i32 %s6, ptr %p
  store volatile i32 1228, ptr %p
  %s7 = xor i32 %s6, 17
  store volatile i32 %s7, ptr %p
  %s8 = sub i32 %s7, 19
  store volatile i32 %s8, ptr %p
  %s9 = or i32 %s8, 21
  store volatile i32 %s9, ptr %p
  %s10 = and i32 %s9, 23
  store volatile i32 %s10, ptr %p
  %s11 = mul i32 %s10, 25
  store volatile i32 %s11, ptr %p
  %s12 = add i32 %s11, 27
  store volatile i32 %s12, ptr %p
  store volatile i32 1456, ptr %p
  %s13 = xor i32 %s12, 29
  store volatile i32 %s13, ptr %p
  %s14 = sub i32 %s13, 31
  store volatile i32 %s14, ptr %p
  %s15 = or i32 %s14, 33
  store volatile i32 %s15, ptr %p
  %s16 = and i32 %s15, 35
  store volatile i32 %s16, ptr %p
  %s17 = mul i32 %s16, 37
  store volatile i32 %s17, ptr %p
  %s18 = add i32 %s17, 39
  store volatile i32 %s18, ptr %p
  store volatile i32 1684, ptr %p
  %s19 = xor i32 %s18, 41
  store volatile i32 %s19, ptr %p
  %s20 = sub i32 %s19, 43
  store volatile i32 %s20, ptr %p
  %s21 = or i32 %s20, 45
  store volatile i32 %s21, ptr %p
  %s22 = and i32 %s21, 47
  store volatile i32 %s22, ptr %p
  %s23 = mul i32 %s22, 49
  store volatile i32 %s23, ptr %p
  %s24 = add i32 %s23, 51
  store volatile i32 %s24, ptr %p
  store volatile i32 1912, ptr %p
  %s25 = xor i32 %s24, 53
  store volatile i32 %s25, ptr %p
  %s26 = sub i32 %s25, 55
  store volatile i32 %s26, ptr %p
  %s27 = or i32 %s26, 57
  store volatile i32 %s27, ptr %p
  %s28 = and i32 %s27, 59
  store volatile i32 %s28, ptr %p
  %s29 = mul i32 %s28, 61
  store volatile i32 %s29, ptr %p
  %s30 = add i32 %s29, 63
  store volatile i32 %s30, ptr %p
  store volatile i32 2140, ptr %p
  %s31 = xor i32 %s30, 65
  store volatile i32 %s31, ptr %p
  %s32 = sub i32 %s31, 67
  store volatile i32 %s32, ptr %p
  %s33 = or i32 %s32, 69
  store volatile i32 %s33, ptr %p
  %s34 = and i32 %s33, 71
  store volatile i32 %s34, ptr %p
  %s35 = mul i32 %s34, 73
  store volatile i32 %s35, ptr %p
  %s36 = add i32 %s35, 75
  store volatile i32 %s36, ptr %p
  store volatile i32 2368, ptr %p
  %s37 = xor i32 %s36, 77
  store volatile i32 %s37, ptr %p
  %s38 = sub i32 %s37, 79
  store volatile i32 %s38, ptr %p
  %s39 = or i32 %s38, 81
  store volatile i32 %s39, ptr %p
  %s40 = and i32 %s39, 83
  store volatile i32 %s40, ptr %p
  %s41 = mul i32 %s40, 85
  store volatile i32 %s41, ptr %p
  %s42 = add i32 %s41, 87
  store volatile i32 %s42, ptr %p
  store volatile i32 2596, ptr %p
  %s43 = xor i32 %s42, 89
  store volatile i32 %s43, ptr %p
  %s44 = sub i32 %s43, 91
  store volatile i32 %s44, ptr %p
  %s45 = or i32 %s44, 93
  store volatile i32 %s45, ptr %p
  %s46 = and i32 %s45, 95
  store volatile i32 %s46, ptr %p
  %s47 = mul i32 %s46, 97
  store volatile i32 %s47, ptr %p
  %s48 = add i32 %s47, 99
  store volatile i32 %s48, ptr %p
  store volatile i32 2824, ptr %p
  %s49 = xor i32 %s48, 101
  store volatile i32 %s49, ptr %p
  %s50 = sub i32 %s49, 103
  store volatile i32 %s50, ptr %p
  %s51 = or i32 %s50, 105
  store volatile i32 %s51, ptr %p
  %s52 = and i32 %s51, 107
  store volatile i32 %s52, ptr %p
  %s53 = mul i32 %s52, 109
  store volatile i32 %s53, ptr %p
  %s54 = add i32 %s53, 111
  store volatile i32 %s54, ptr %p
  store volatile i32 3052, ptr %p
  %s55 = xor i32 %s54, 113
  store volatile i32 %s55, ptr %p
  %s56 = sub i32 %s55, 115
  store volatile i32 %s56, ptr %p
  %s57 = or i32 %s56, 117
  store volatile i32 %s57, ptr %p
  %s58 = and i32 %s57, 119
  store volatile i32 %s58, ptr %p
  %s59 = mul i32 %s58, 121
  store volatile i32 %s59, ptr %p
  ret i32 %s59
}

define internal i32 @straight_two(i32 %x, ptr %p) noinline minsize optsize {
entry:
  %s0 = add i32 %x, 3
  store volatile i32 %s0, ptr %p
  store volatile i32 2000, ptr %p
  %s1 = xor i32 %s0, 5
  store volatile i32 %s1, ptr %p
  %s2 = sub i32 %s1, 7
  store volatile i32 %s2, ptr %p
  %s3 = or i32 %s2, 9
  store volatile i32 %s3, ptr %p
  %s4 = and i32 %s3, 11
  store volatile i32 %s4, ptr %p
  %s5 = mul i32 %s4, 13
  store volatile i32 %s5, ptr %p
  %s6 = add i32 %s5, 15
  store volatile i32 %s6, ptr %p
  store volatile i32 2450, ptr %p
  %s7 = xor i32 %s6, 17
  store volatile i32 %s7, ptr %p
  %s8 = sub i32 %s7, 19
  store volatile i32 %s8, ptr %p
  %s9 = or i32 %s8, 21
  store volatile i32 %s9, ptr %p
  %s10 = and i32 %s9, 23
  store volatile i32 %s10, ptr %p
  %s11 = mul i32 %s10, 25
  store volatile i32 %s11, ptr %p
  %s12 = add i32 %s11, 27
  store volatile i32 %s12, ptr %p
  store volatile i32 2900, ptr %p
  %s13 = xor i32 %s12, 29
  store volatile i32 %s13, ptr %p
  %s14 = sub i32 %s13, 31
  store volatile i32 %s14, ptr %p
  %s15 = or i32 %s14, 33
  store volatile i32 %s15, ptr %p
  %s16 = and i32 %s15, 35
  store volatile i32 %s16, ptr %p
  %s17 = mul i32 %s16, 37
  store volatile i32 %s17, ptr %p
  %s18 = add i32 %s17, 39
  store volatile i32 %s18, ptr %p
  store volatile i32 3350, ptr %p
  %s19 = xor i32 %s18, 41
  store volatile i32 %s19, ptr %p
  %s20 = sub i32 %s19, 43
  store volatile i32 %s20, ptr %p
  %s21 = or i32 %s20, 45
  store volatile i32 %s21, ptr %p
  %s22 = and i32 %s21, 47
  store volatile i32 %s22, ptr %p
  %s23 = mul i32 %s22, 49
  store volatile i32 %s23, ptr %p
  %s24 = add i32 %s23, 51
  store volatile i32 %s24, ptr %p
  store volatile i32 3800, ptr %p
  %s25 = xor i32 %s24, 53
  store volatile i32 %s25, ptr %p
  %s26 = sub i32 %s25, 55
  store volatile i32 %s26, ptr %p
  %s27 = or i32 %s26, 57
  store volatile i32 %s27, ptr %p
  %s28 = and i32 %s27, 59
  store volatile i32 %s28, ptr %p
  %s29 = mul i32 %s28, 61
  store volatile i32 %s29, ptr %p
  %s30 = add i32 %s29, 63
  store volatile i32 %s30, ptr %p
  store volatile i32 4250, ptr %p
  %s31 = xor i32 %s30, 65
  store volatile i32 %s31, ptr %p
  %s32 = sub i32 %s31, 67
  store volatile i32 %s32, ptr %p
  %s33 = or i32 %s32, 69
  store volatile i32 %s33, ptr %p
  %s34 = and i32 %s33, 71
  store volatile i32 %s34, ptr %p
  %s35 = mul i32 %s34, 73
  store volatile i32 %s35, ptr %p
  %s36 = add i32 %s35, 75
  store volatile i32 %s36, ptr %p
  store volatile i32 4700, ptr %p
  %s37 = xor i32 %s36, 77
  store volatile i32 %s37, ptr %p
  %s38 = sub i32 %s37, 79
  store volatile i32 %s38, ptr %p
  %s39 = or i32 %s38, 81
  store volatile i32 %s39, ptr %p
  %s40 = and i32 %s39, 83
  store volatile i32 %s40, ptr %p
  %s41 = mul i32 %s40, 85
  store volatile i32 %s41, ptr %p
  %s42 = add i32 %s41, 87
  store volatile i32 %s42, ptr %p
  store volatile i32 5150, ptr %p
  %s43 = xor i32 %s42, 89
  store volatile i32 %s43, ptr %p
  %s44 = sub i32 %s43, 91
  store volatile i32 %s44, ptr %p
  %s45 = or i32 %s44, 93
  store volatile i32 %s45, ptr %p
  %s46 = and i32 %s45, 95
  store volatile i32 %s46, ptr %p
  %s47 = mul i32 %s46, 97
  store volatile i32 %s47, ptr %p
  %s48 = add i32 %s47, 99
  store volatile i32 %s48, ptr %p
  store volatile i32 5600, ptr %p
  %s49 = xor i32 %s48, 101
  store volatile i32 %s49, ptr %p
  %s50 = sub i32 %s49, 103
  store volatile i32 %s50, ptr %p
  %s51 = or i32 %s50, 105
  store volatile i32 %s51, ptr %p
  %s52 = and i32 %s51, 107
  store volatile i32 %s52, ptr %p
  %s53 = mul i32 %s52, 109
  store volatile i32 %s53, ptr %p
  %s54 = add i32 %s53, 111
  store volatile i32 %s54, ptr %p
  store volatile i32 6050, ptr %p
  %s55 = xor i32 %s54, 113
  store volatile i32 %s55, ptr %p
  %s56 = sub i32 %s55, 115
  store volatile i32 %s56, ptr %p
  %s57 = or i32 %s56, 117
  store volatile i32 %s57, ptr %p
  %s58 = and i32 %s57, 119
  store volatile i32 %s58, ptr %p
  %s59 = mul i32 %s58, 121
  store volatile i32 %s59, ptr %p
  ret i32 %s59
}

define internal i32 @loops_one(i32 %x, ptr %p) noinline minsize optsize {
entry:
  %s0 = add i32 %x, 3
  store volatile i32 %s0, ptr %p
  store volatile i32 1000, ptr %p
  %s1 = xor i32 %s0, 5
  store volatile i32 %s1, ptr %p
  %s2 = sub i32 %s1, 7
  store volatile i32 %s2, ptr %p
  %s3 = or i32 %s2, 9
  store volatile i32 %s3, ptr %p
  %s4 = and i32 %s3, 11
  store volatile i32 %s4, ptr %p
  %s5 = mul i32 %s4, 13
  store volatile i32 %s5, ptr %p
  %s6 = add i32 %s5, 15
  store volatile i32 %s6, ptr %p
  store volatile i32 1228, ptr %p
  %s7 = xor i32 %s6, 17
  store volatile i32 %s7, ptr %p
  %s8 = sub i32 %s7, 19
  store volatile i32 %s8, ptr %p
  %s9 = or i32 %s8, 21
  store volatile i32 %s9, ptr %p
  %s10 = and i32 %s9, 23
  store volatile i32 %s10, ptr %p
  %s11 = mul i32 %s10, 25
  store volatile i32 %s11, ptr %p
  %s12 = add i32 %s11, 27
  store volatile i32 %s12, ptr %p
  store volatile i32 1456, ptr %p
  %s13 = xor i32 %s12, 29
  store volatile i32 %s13, ptr %p
  %s14 = sub i32 %s13, 31
  store volatile i32 %s14, ptr %p
  %s15 = or i32 %s14, 33
  store volatile i32 %s15, ptr %p
  %s16 = and i32 %s15, 35
  store volatile i32 %s16, ptr %p
  %s17 = mul i32 %s16, 37
  store volatile i32 %s17, ptr %p
  %s18 = add i32 %s17, 39
  store volatile i32 %s18, ptr %p
  store volatile i32 1684, ptr %p
  %s19 = xor i32 %s18, 41
  store volatile i32 %s19, ptr %p
  %s20 = sub i32 %s19, 43
  store volatile i32 %s20, ptr %p
  %s21 = or i32 %s20, 45
  store volatile i32 %s21, ptr %p
  %s22 = and i32 %s21, 47
  store volatile i32 %s22, ptr %p
  %s23 = mul i32 %s22, 49
  store volatile i32 %s23, ptr %p
  %s24 = add i32 %s23, 51
  store volatile i32 %s24, ptr %p
  store volatile i32 1912, ptr %p
  %s25 = xor i32 %s24, 53
  store volatile i32 %s25, ptr %p
  %s26 = sub i32 %s25, 55
  store volatile i32 %s26, ptr %p
  %s27 = or i32 %s26, 57
  store volatile i32 %s27, ptr %p
  %s28 = and i32 %s27, 59
  store volatile i32 %s28, ptr %p
  %s29 = mul i32 %s28, 61
  store volatile i32 %s29, ptr %p
  %s30 = add i32 %s29, 63
  store volatile i32 %s30, ptr %p
  store volatile i32 2140, ptr %p
  %s31 = xor i32 %s30, 65
  store volatile i32 %s31, ptr %p
  %s32 = sub i32 %s31, 67
  store volatile i32 %s32, ptr %p
  %s33 = or i32 %s32, 69
  store volatile i32 %s33, ptr %p
  %s34 = and i32 %s33, 71
  store volatile i32 %s34, ptr %p
  %s35 = mul i32 %s34, 73
  store volatile i32 %s35, ptr %p
  %s36 = add i32 %s35, 75
  store volatile i32 %s36, ptr %p
  store volatile i32 2368, ptr %p
  %s37 = xor i32 %s36, 77
  store volatile i32 %s37, ptr %p
  %s38 = sub i32 %s37, 79
  store volatile i32 %s38, ptr %p
  %s39 = or i32 %s38, 81
  store volatile i32 %s39, ptr %p
  %s40 = and i32 %s39, 83
  store volatile i32 %s40, ptr %p
  %s41 = mul i32 %s40, 85
  store volatile i32 %s41, ptr %p
  %s42 = add i32 %s41, 87
  store volatile i32 %s42, ptr %p
  store volatile i32 2596, ptr %p
  %s43 = xor i32 %s42, 89
  store volatile i32 %s43, ptr %p
  %s44 = sub i32 %s43, 91
  store volatile i32 %s44, ptr %p
  %s45 = or i32 %s44, 93
  store volatile i32 %s45, ptr %p
  %s46 = and i32 %s45, 95
  store volatile i32 %s46, ptr %p
  %s47 = mul i32 %s46, 97
  store volatile i32 %s47, ptr %p
  %s48 = add i32 %s47, 99
  store volatile i32 %s48, ptr %p
  store volatile i32 2824, ptr %p
  %s49 = xor i32 %s48, 101
  store volatile i32 %s49, ptr %p
  %s50 = sub i32 %s49, 103
  store volatile i32 %s50, ptr %p
  %s51 = or i32 %s50, 105
  store volatile i32 %s51, ptr %p
  %s52 = and i32 %s51, 107
  store volatile i32 %s52, ptr %p
  %s53 = mul i32 %s52, 109
  store volatile i32 %s53, ptr %p
  %s54 = add i32 %s53, 111
  store volatile i32 %s54, ptr %p
  store volatile i32 3052, ptr %p
  %s55 = xor i32 %s54, 113
  store volatile i32 %s55, ptr %p
  %s56 = sub i32 %s55, 115
  store volatile i32 %s56, ptr %p
  %s57 = or i32 %s56, 117
  store volatile i32 %s57, ptr %p
  %s58 = and i32 %s57, 119
  store volatile i32 %s58, ptr %p
  %s59 = mul i32 %s58, 121
  store volatile i32 %s59, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %x
  br i1 %more, label %loop, label %end
end:
  ret i32 %s59
}

define internal i32 @loops_two(i32 %x, ptr %p) noinline minsize optsize {
entry:
  %s0 = add i32 %x, 3
  store volatile i32 %s0, ptr %p
  store volatile i32 2000, ptr %p
  %s1 = xor i32 %s0, 5
  store volatile i32 %s1, ptr %p
  %s2 = sub i32 %s1, 7
  store volatile i32 %s2, ptr %p
  %s3 = or i32 %s2, 9
  store volatile i32 %s3, ptr %p
  %s4 = and i32 %s3, 11
  store volatile i32 %s4, ptr %p
  %s5 = mul i32 %s4, 13
  store volatile i32 %s5, ptr %p
  %s6 = add i32 %s5, 15
  store volatile i32 %s6, ptr %p
  store volatile i32 2450, ptr %p
  %s7 = xor i32 %s6, 17
  store volatile i32 %s7, ptr %p
  %s8 = sub i32 %s7, 19
  store volatile i32 %s8, ptr %p
  %s9 = or i32 %s8, 21
  store volatile i32 %s9, ptr %p
  %s10 = and i32 %s9, 23
  store volatile i32 %s10, ptr %p
  %s11 = mul i32 %s10, 25
  store volatile i32 %s11, ptr %p
  %s12 = add i32 %s11, 27
  store volatile i32 %s12, ptr %p
  store volatile i32 2900, ptr %p
  %s13 = xor i32 %s12, 29
  store volatile i32 %s13, ptr %p
  %s14 = sub i32 %s13, 31
  store volatile i32 %s14, ptr %p
  %s15 = or i32 %s14, 33
  store volatile i32 %s15, ptr %p
  %s16 = and i32 %s15, 35
  store volatile i32 %s16, ptr %p
  %s17 = mul i32 %s16, 37
  store volatile i32 %s17, ptr %p
  %s18 = add i32 %s17, 39
  store volatile i32 %s18, ptr %p
  store volatile i32 3350, ptr %p
  %s19 = xor i32 %s18, 41
  store volatile i32 %s19, ptr %p
  %s20 = sub i32 %s19, 43
  store volatile i32 %s20, ptr %p
  %s21 = or i32 %s20, 45
  store volatile i32 %s21, ptr %p
  %s22 = and i32 %s21, 47
  store volatile i32 %s22, ptr %p
  %s23 = mul i32 %s22, 49
  store volatile i32 %s23, ptr %p
  %s24 = add i32 %s23, 51
  store volatile i32 %s24, ptr %p
  store volatile i32 3800, ptr %p
  %s25 = xor i32 %s24, 53
  store volatile i32 %s25, ptr %p
  %s26 = sub i32 %s25, 55
  store volatile i32 %s26, ptr %p
  %s27 = or i32 %s26, 57
  store volatile i32 %s27, ptr %p
  %s28 = and i32 %s27, 59
  store volatile i32 %s28, ptr %p
  %s29 = mul i32 %s28, 61
  store volatile i32 %s29, ptr %p
  %s30 = add i32 %s29, 63
  store volatile i32 %s30, ptr %p
  store volatile i32 4250, ptr %p
  %s31 = xor i32 %s30, 65
  store volatile i32 %s31, ptr %p
  %s32 = sub i32 %s31, 67
  store volatile i32 %s32, ptr %p
  %s33 = or i32 %s32, 69
  store volatile i32 %s33, ptr %p
  %s34 = and i32 %s33, 71
  store volatile i32 %s34, ptr %p
  %s35 = mul i32 %s34, 73
  store volatile i32 %s35, ptr %p
  %s36 = add i32 %s35, 75
  store volatile i32 %s36, ptr %p
  store volatile i32 4700, ptr %p
  %s37 = xor i32 %s36, 77
  store volatile i32 %s37, ptr %p
  %s38 = sub i32 %s37, 79
  store volatile i32 %s38, ptr %p
  %s39 = or i32 %s38, 81
  store volatile i32 %s39, ptr %p
  %s40 = and i32 %s39, 83
  store volatile i32 %s40, ptr %p
  %s41 = mul i32 %s40, 85
  store volatile i32 %s41, ptr %p
  %s42 = add i32 %s41, 87
  store volatile i32 %s42, ptr %p
  store volatile i32 5150, ptr %p
  %s43 = xor i32 %s42, 89
  store volatile i32 %s43, ptr %p
  %s44 = sub i32 %s43, 91
  store volatile i32 %s44, ptr %p
  %s45 = or i32 %s44, 93
  store volatile i32 %s45, ptr %p
  %s46 = and i32 %s45, 95
  store volatile i32 %s46, ptr %p
  %s47 = mul i32 %s46, 97
  store volatile i32 %s47, ptr %p
  %s48 = add i32 %s47, 99
  store volatile i32 %s48, ptr %p
  store volatile i32 5600, ptr %p
  %s49 = xor i32 %s48, 101
  store volatile i32 %s49, ptr %p
  %s50 = sub i32 %s49, 103
  store volatile i32 %s50, ptr %p
  %s51 = or i32 %s50, 105
  store volatile i32 %s51, ptr %p
  %s52 = and i32 %s51, 107
  store volatile i32 %s52, ptr %p
  %s53 = mul i32 %s52, 109
  store volatile i32 %s53, ptr %p
  %s54 = add i32 %s53, 111
  store volatile i32 %s54, ptr %p
  store volatile i32 6050, ptr %p
  %s55 = xor i32 %s54, 113
  store volatile i32 %s55, ptr %p
  %s56 = sub i32 %s55, 115
  store volatile i32 %s56, ptr %p
  %s57 = or i32 %s56, 117
  store volatile i32 %s57, ptr %p
  %s58 = and i32 %s57, 119
  store volatile i32 %s58, ptr %p
  %s59 = mul i32 %s58, 121
  store volatile i32 %s59, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %i, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %x
  br i1 %more, label %loop, label %end
end:
  ret i32 %s59
}

define i32 @main(i32 %x, ptr %p) {
  br label %again
again:
  %r0 = call i32 @straight_one(i32 %x, ptr %p)
  %r1 = call i32 @straight_two(i32 %x, ptr %p)
  %r2 = call i32 @loops_one(i32 %x, ptr %p)
  %r3 = call i32 @loops_two(i32 %x, ptr %p)
  %more = icmp ult i32 %r0, %r1
  br i1 %more, label %again, label %end
end:
  ret i32 0
}

!0 = !{!"branch_weights", i32 1, i32 1}
