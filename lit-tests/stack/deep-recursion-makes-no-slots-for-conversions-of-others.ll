; The x87 converts integers from memory, so that each of the three conversions takes a slot in the frame. @without has none of them
; and calls itself: merged with @with, it took 48 bytes a level for 16.
; RUN: %opt -passes='f3m<force;only=^with$|^without$;verify;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=APART
; APART: "merges":0,
; APART: "frame-grows":
; Where both convert, the slots are those of each.
; RUN: %opt -passes='f3m<force;only=^with$|^also$;verify;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; MERGED: "merges":1,
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@p = global [64 x i64] zeroinitializer
@q = global [4 x i32] zeroinitializer
@w = global x86_fp80 0xK00000000000000000000

define internal i64 @with(i64 %n) noinline minsize optsize {
entry:
  %a0 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %b0 = xor i64 %a0, 3
  store volatile i64 %b0, ptr getelementptr (i8, ptr @p, i64 8)
  %a1 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %b1 = add i64 %a1, 4
  store volatile i64 %b1, ptr getelementptr (i8, ptr @p, i64 24)
  %a2 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %b2 = xor i64 %a2, 5
  store volatile i64 %b2, ptr getelementptr (i8, ptr @p, i64 40)
  %a3 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %b3 = add i64 %a3, 6
  store volatile i64 %b3, ptr getelementptr (i8, ptr @p, i64 56)
  %a4 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 64)
  %b4 = xor i64 %a4, 7
  store volatile i64 %b4, ptr getelementptr (i8, ptr @p, i64 72)
  %a5 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 80)
  %b5 = add i64 %a5, 8
  store volatile i64 %b5, ptr getelementptr (i8, ptr @p, i64 88)
  %a6 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 96)
  %b6 = xor i64 %a6, 9
  store volatile i64 %b6, ptr getelementptr (i8, ptr @p, i64 104)
  %a7 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 112)
  %b7 = add i64 %a7, 10
  store volatile i64 %b7, ptr getelementptr (i8, ptr @p, i64 120)
  %a8 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 128)
  %b8 = xor i64 %a8, 11
  store volatile i64 %b8, ptr getelementptr (i8, ptr @p, i64 136)
  %a9 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 144)
  %b9 = add i64 %a9, 12
  store volatile i64 %b9, ptr getelementptr (i8, ptr @p, i64 152)
  %a10 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 160)
  %b10 = xor i64 %a10, 13
  store volatile i64 %b10, ptr getelementptr (i8, ptr @p, i64 168)
  %a11 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 176)
  %b11 = add i64 %a11, 14
  store volatile i64 %b11, ptr getelementptr (i8, ptr @p, i64 184)
  %end = icmp eq i64 %n, 0
  br i1 %end, label %last, label %more
last:
  %z = load volatile i64, ptr @p
  ret i64 %z
more:
  %i0 = load volatile i32, ptr getelementptr (i8, ptr @q, i64 0)
  %j0 = add i32 %i0, 1
  %x0 = sitofp i32 %j0 to x86_fp80
  %i1 = load volatile i32, ptr getelementptr (i8, ptr @q, i64 4)
  %j1 = add i32 %i1, 2
  %x1 = sitofp i32 %j1 to x86_fp80
  %i2 = load volatile i32, ptr getelementptr (i8, ptr @q, i64 8)
  %j2 = add i32 %i2, 3
  %x2 = sitofp i32 %j2 to x86_fp80
  %y1 = fadd x86_fp80 %x0, %x1
  %y2 = fmul x86_fp80 %y1, %x2
  store volatile x86_fp80 %y2, ptr @w
  %less = add i64 %n, -1
  %r = call i64 @with(i64 %less)
  %e0 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 200)
  %f0 = xor i64 %e0, 7
  store volatile i64 %f0, ptr getelementptr (i8, ptr @p, i64 208)
  %e1 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 216)
  %f1 = mul i64 %e1, 8
  store volatile i64 %f1, ptr getelementptr (i8, ptr @p, i64 224)
  %e2 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 232)
  %f2 = xor i64 %e2, 9
  store volatile i64 %f2, ptr getelementptr (i8, ptr @p, i64 240)
  %e3 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 248)
  %f3 = mul i64 %e3, 10
  store volatile i64 %f3, ptr getelementptr (i8, ptr @p, i64 256)
  %e4 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 264)
  %f4 = xor i64 %e4, 11
  store volatile i64 %f4, ptr getelementptr (i8, ptr @p, i64 272)
  %e5 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 280)
  %f5 = mul i64 %e5, 12
  store volatile i64 %f5, ptr getelementptr (i8, ptr @p, i64 288)
  %e6 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 296)
  %f6 = xor i64 %e6, 13
  store volatile i64 %f6, ptr getelementptr (i8, ptr @p, i64 304)
  %e7 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 312)
  %f7 = mul i64 %e7, 14
  store volatile i64 %f7, ptr getelementptr (i8, ptr @p, i64 320)
  %e8 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 328)
  %f8 = xor i64 %e8, 15
  store volatile i64 %f8, ptr getelementptr (i8, ptr @p, i64 336)
  %e9 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 344)
  %f9 = mul i64 %e9, 16
  store volatile i64 %f9, ptr getelementptr (i8, ptr @p, i64 352)
  %e10 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 360)
  %f10 = xor i64 %e10, 17
  store volatile i64 %f10, ptr getelementptr (i8, ptr @p, i64 368)
  %e11 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 376)
  %f11 = mul i64 %e11, 18
  store volatile i64 %f11, ptr getelementptr (i8, ptr @p, i64 384)
  %s = mul i64 %r, 3
  %t = add i64 %s, %f11
  ret i64 %t
}

define internal i64 @without(i64 %n) noinline minsize optsize {
entry:
  %a0 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %b0 = xor i64 %a0, 3
  store volatile i64 %b0, ptr getelementptr (i8, ptr @p, i64 8)
  %a1 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %b1 = add i64 %a1, 4
  store volatile i64 %b1, ptr getelementptr (i8, ptr @p, i64 24)
  %a2 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %b2 = xor i64 %a2, 5
  store volatile i64 %b2, ptr getelementptr (i8, ptr @p, i64 40)
  %a3 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %b3 = add i64 %a3, 6
  store volatile i64 %b3, ptr getelementptr (i8, ptr @p, i64 56)
  %a4 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 64)
  %b4 = xor i64 %a4, 7
  store volatile i64 %b4, ptr getelementptr (i8, ptr @p, i64 72)
  %a5 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 80)
  %b5 = add i64 %a5, 8
  store volatile i64 %b5, ptr getelementptr (i8, ptr @p, i64 88)
  %a6 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 96)
  %b6 = xor i64 %a6, 9
  store volatile i64 %b6, ptr getelementptr (i8, ptr @p, i64 104)
  %a7 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 112)
  %b7 = add i64 %a7, 10
  store volatile i64 %b7, ptr getelementptr (i8, ptr @p, i64 120)
  %a8 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 128)
  %b8 = xor i64 %a8, 11
  store volatile i64 %b8, ptr getelementptr (i8, ptr @p, i64 136)
  %a9 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 144)
  %b9 = add i64 %a9, 12
  store volatile i64 %b9, ptr getelementptr (i8, ptr @p, i64 152)
  %a10 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 160)
  %b10 = xor i64 %a10, 13
  store volatile i64 %b10, ptr getelementptr (i8, ptr @p, i64 168)
  %a11 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 176)
  %b11 = add i64 %a11, 14
  store volatile i64 %b11, ptr getelementptr (i8, ptr @p, i64 184)
  %end = icmp eq i64 %n, 0
  br i1 %end, label %last, label %more
last:
  %z = load volatile i64, ptr @p
  ret i64 %z
more:
  %less = add i64 %n, -1
  %r = call i64 @without(i64 %less)
  %e0 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 200)
  %f0 = xor i64 %e0, 7
  store volatile i64 %f0, ptr getelementptr (i8, ptr @p, i64 208)
  %e1 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 216)
  %f1 = mul i64 %e1, 8
  store volatile i64 %f1, ptr getelementptr (i8, ptr @p, i64 224)
  %e2 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 232)
  %f2 = xor i64 %e2, 9
  store volatile i64 %f2, ptr getelementptr (i8, ptr @p, i64 240)
  %e3 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 248)
  %f3 = mul i64 %e3, 10
  store volatile i64 %f3, ptr getelementptr (i8, ptr @p, i64 256)
  %e4 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 264)
  %f4 = xor i64 %e4, 11
  store volatile i64 %f4, ptr getelementptr (i8, ptr @p, i64 272)
  %e5 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 280)
  %f5 = mul i64 %e5, 12
  store volatile i64 %f5, ptr getelementptr (i8, ptr @p, i64 288)
  %e6 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 296)
  %f6 = xor i64 %e6, 13
  store volatile i64 %f6, ptr getelementptr (i8, ptr @p, i64 304)
  %e7 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 312)
  %f7 = mul i64 %e7, 14
  store volatile i64 %f7, ptr getelementptr (i8, ptr @p, i64 320)
  %e8 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 328)
  %f8 = xor i64 %e8, 15
  store volatile i64 %f8, ptr getelementptr (i8, ptr @p, i64 336)
  %e9 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 344)
  %f9 = mul i64 %e9, 16
  store volatile i64 %f9, ptr getelementptr (i8, ptr @p, i64 352)
  %e10 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 360)
  %f10 = xor i64 %e10, 17
  store volatile i64 %f10, ptr getelementptr (i8, ptr @p, i64 368)
  %e11 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 376)
  %f11 = mul i64 %e11, 18
  store volatile i64 %f11, ptr getelementptr (i8, ptr @p, i64 384)
  %s = mul i64 %r, 3
  %t = add i64 %s, %f11
  ret i64 %t
}

define internal i64 @also(i64 %n) noinline minsize optsize {
entry:
  %a0 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %b0 = xor i64 %a0, 3
  store volatile i64 %b0, ptr getelementptr (i8, ptr @p, i64 8)
  %a1 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %b1 = add i64 %a1, 4
  store volatile i64 %b1, ptr getelementptr (i8, ptr @p, i64 24)
  %a2 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %b2 = xor i64 %a2, 5
  store volatile i64 %b2, ptr getelementptr (i8, ptr @p, i64 40)
  %a3 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %b3 = add i64 %a3, 6
  store volatile i64 %b3, ptr getelementptr (i8, ptr @p, i64 56)
  %a4 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 64)
  %b4 = xor i64 %a4, 7
  store volatile i64 %b4, ptr getelementptr (i8, ptr @p, i64 72)
  %a5 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 80)
  %b5 = add i64 %a5, 8
  store volatile i64 %b5, ptr getelementptr (i8, ptr @p, i64 88)
  %a6 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 96)
  %b6 = xor i64 %a6, 9
  store volatile i64 %b6, ptr getelementptr (i8, ptr @p, i64 104)
  %a7 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 112)
  %b7 = add i64 %a7, 10
  store volatile i64 %b7, ptr getelementptr (i8, ptr @p, i64 120)
  %a8 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 128)
  %b8 = xor i64 %a8, 11
  store volatile i64 %b8, ptr getelementptr (i8, ptr @p, i64 136)
  %a9 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 144)
  %b9 = add i64 %a9, 12
  store volatile i64 %b9, ptr getelementptr (i8, ptr @p, i64 152)
  %a10 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 160)
  %b10 = xor i64 %a10, 13
  store volatile i64 %b10, ptr getelementptr (i8, ptr @p, i64 168)
  %a11 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 176)
  %b11 = add i64 %a11, 14
  store volatile i64 %b11, ptr getelementptr (i8, ptr @p, i64 184)
  %end = icmp eq i64 %n, 0
  br i1 %end, label %last, label %more
last:
  %z = load volatile i64, ptr @p
  ret i64 %z
more:
  %i0 = load volatile i32, ptr getelementptr (i8, ptr @q, i64 0)
  %j0 = add i32 %i0, 1
  %x0 = sitofp i32 %j0 to x86_fp80
  %i1 = load volatile i32, ptr getelementptr (i8, ptr @q, i64 4)
  %j1 = add i32 %i1, 2
  %x1 = sitofp i32 %j1 to x86_fp80
  %i2 = load volatile i32, ptr getelementptr (i8, ptr @q, i64 8)
  %j2 = add i32 %i2, 3
  %x2 = sitofp i32 %j2 to x86_fp80
  %y1 = fadd x86_fp80 %x0, %x1
  %y2 = fmul x86_fp80 %y1, %x2
  store volatile x86_fp80 %y2, ptr @w
  %less = add i64 %n, -1
  %r = call i64 @also(i64 %less)
  %e0 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 200)
  %f0 = xor i64 %e0, 7
  store volatile i64 %f0, ptr getelementptr (i8, ptr @p, i64 208)
  %e1 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 216)
  %f1 = mul i64 %e1, 8
  store volatile i64 %f1, ptr getelementptr (i8, ptr @p, i64 224)
  %e2 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 232)
  %f2 = xor i64 %e2, 9
  store volatile i64 %f2, ptr getelementptr (i8, ptr @p, i64 240)
  %e3 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 248)
  %f3 = mul i64 %e3, 10
  store volatile i64 %f3, ptr getelementptr (i8, ptr @p, i64 256)
  %e4 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 264)
  %f4 = xor i64 %e4, 11
  store volatile i64 %f4, ptr getelementptr (i8, ptr @p, i64 272)
  %e5 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 280)
  %f5 = mul i64 %e5, 12
  store volatile i64 %f5, ptr getelementptr (i8, ptr @p, i64 288)
  %e6 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 296)
  %f6 = xor i64 %e6, 13
  store volatile i64 %f6, ptr getelementptr (i8, ptr @p, i64 304)
  %e7 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 312)
  %f7 = mul i64 %e7, 14
  store volatile i64 %f7, ptr getelementptr (i8, ptr @p, i64 320)
  %e8 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 328)
  %f8 = xor i64 %e8, 15
  store volatile i64 %f8, ptr getelementptr (i8, ptr @p, i64 336)
  %e9 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 344)
  %f9 = mul i64 %e9, 16
  store volatile i64 %f9, ptr getelementptr (i8, ptr @p, i64 352)
  %e10 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 360)
  %f10 = xor i64 %e10, 17
  store volatile i64 %f10, ptr getelementptr (i8, ptr @p, i64 368)
  %e11 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 376)
  %f11 = mul i64 %e11, 18
  store volatile i64 %f11, ptr getelementptr (i8, ptr @p, i64 384)
  %s = mul i64 %r, 3
  %t = add i64 %s, %f11
  ret i64 %t
}

define i64 @all(i64 %n) {
  %a = call i64 @with(i64 %n)
  %b = call i64 @without(i64 %n)
  %c = call i64 @also(i64 %n)
  %d = add i64 %a, %b
  %e = add i64 %d, %c
  ret i64 %e
}
