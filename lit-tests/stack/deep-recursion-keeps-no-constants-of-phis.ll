; Three functions that call themselves, and then differ in four constants. Each passes a number of its own to its call, so that three
; blocks call, and φs behind them take the constants. Thumb-2 makes one call of the three and loads the constants before it: all
; four were kept in registers that each level saves, and a level took 24 bytes for 8. Two of them take 16.
; RUN: %opt -passes='f3m<verify;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=APART
; APART: "merges":1,
; APART: "frame-grows":
; By force too.
; RUN: %opt -passes='f3m<force;verify;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=APART
; Where they call another, there is one frame at a time.
; RUN: sed 's/%r = call i32 @[a-z]*(/%r = call i32 @other(/' %s | %opt -passes='f3m<verify;report=->' -disable-output 2>&1 | %FileCheck %s --check-prefix=MERGED
; MERGED: "merges":{{[12]}},
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "thumbv7-unknown-linux-gnueabihf"

declare i32 @other(i32) nocallback

@p = global [64 x i32] zeroinitializer

define internal i32 @one(i32 %n) noinline minsize optsize {
entry:
  %a0 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 0)
  %b0 = xor i32 %a0, 3
  store volatile i32 %b0, ptr getelementptr (i8, ptr @p, i32 4)
  %a1 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 8)
  %b1 = add i32 %a1, 4
  store volatile i32 %b1, ptr getelementptr (i8, ptr @p, i32 12)
  %a2 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 16)
  %b2 = xor i32 %a2, 5
  store volatile i32 %b2, ptr getelementptr (i8, ptr @p, i32 20)
  %a3 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 24)
  %b3 = add i32 %a3, 6
  store volatile i32 %b3, ptr getelementptr (i8, ptr @p, i32 28)
  %a4 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 32)
  %b4 = xor i32 %a4, 7
  store volatile i32 %b4, ptr getelementptr (i8, ptr @p, i32 36)
  %a5 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 40)
  %b5 = add i32 %a5, 8
  store volatile i32 %b5, ptr getelementptr (i8, ptr @p, i32 44)
  %a6 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 48)
  %b6 = xor i32 %a6, 9
  store volatile i32 %b6, ptr getelementptr (i8, ptr @p, i32 52)
  %a7 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 56)
  %b7 = add i32 %a7, 10
  store volatile i32 %b7, ptr getelementptr (i8, ptr @p, i32 60)
  %a8 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 64)
  %b8 = xor i32 %a8, 11
  store volatile i32 %b8, ptr getelementptr (i8, ptr @p, i32 68)
  %a9 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 72)
  %b9 = add i32 %a9, 12
  store volatile i32 %b9, ptr getelementptr (i8, ptr @p, i32 76)
  %end = icmp eq i32 %n, 0
  br i1 %end, label %last, label %more
last:
  %z = load volatile i32, ptr @p
  ret i32 %z
more:
  %less = add i32 %n, -1
  %r = call i32 @one(i32 %less)
  %c0 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 80)
  %d0 = add i32 %c0, 11219105
  store volatile i32 %d0, ptr getelementptr (i8, ptr @p, i32 80)
  %c1 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 84)
  %d1 = xor i32 %c1, 2295613
  store volatile i32 %d1, ptr getelementptr (i8, ptr @p, i32 84)
  %c2 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 88)
  %d2 = mul i32 %c2, 2532892
  store volatile i32 %d2, ptr getelementptr (i8, ptr @p, i32 88)
  %c3 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 92)
  %d3 = add i32 %c3, -3471094
  store volatile i32 %d3, ptr getelementptr (i8, ptr @p, i32 92)
  %e0 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 120)
  %f0 = xor i32 %e0, 7
  store volatile i32 %f0, ptr getelementptr (i8, ptr @p, i32 124)
  %e1 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 128)
  %f1 = mul i32 %e1, 8
  store volatile i32 %f1, ptr getelementptr (i8, ptr @p, i32 132)
  %e2 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 136)
  %f2 = xor i32 %e2, 9
  store volatile i32 %f2, ptr getelementptr (i8, ptr @p, i32 140)
  %e3 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 144)
  %f3 = mul i32 %e3, 10
  store volatile i32 %f3, ptr getelementptr (i8, ptr @p, i32 148)
  %e4 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 152)
  %f4 = xor i32 %e4, 11
  store volatile i32 %f4, ptr getelementptr (i8, ptr @p, i32 156)
  %e5 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 160)
  %f5 = mul i32 %e5, 12
  store volatile i32 %f5, ptr getelementptr (i8, ptr @p, i32 164)
  %e6 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 168)
  %f6 = xor i32 %e6, 13
  store volatile i32 %f6, ptr getelementptr (i8, ptr @p, i32 172)
  %e7 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 176)
  %f7 = mul i32 %e7, 14
  store volatile i32 %f7, ptr getelementptr (i8, ptr @p, i32 180)
  %e8 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 184)
  %f8 = xor i32 %e8, 15
  store volatile i32 %f8, ptr getelementptr (i8, ptr @p, i32 188)
  %e9 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 192)
  %f9 = mul i32 %e9, 16
  store volatile i32 %f9, ptr getelementptr (i8, ptr @p, i32 196)
  %s = mul i32 %r, 3
  %t = add i32 %s, %f9
  ret i32 %t
}

define internal i32 @two(i32 %n) noinline minsize optsize {
entry:
  %a0 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 0)
  %b0 = xor i32 %a0, 3
  store volatile i32 %b0, ptr getelementptr (i8, ptr @p, i32 4)
  %a1 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 8)
  %b1 = add i32 %a1, 4
  store volatile i32 %b1, ptr getelementptr (i8, ptr @p, i32 12)
  %a2 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 16)
  %b2 = xor i32 %a2, 5
  store volatile i32 %b2, ptr getelementptr (i8, ptr @p, i32 20)
  %a3 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 24)
  %b3 = add i32 %a3, 6
  store volatile i32 %b3, ptr getelementptr (i8, ptr @p, i32 28)
  %a4 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 32)
  %b4 = xor i32 %a4, 7
  store volatile i32 %b4, ptr getelementptr (i8, ptr @p, i32 36)
  %a5 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 40)
  %b5 = add i32 %a5, 8
  store volatile i32 %b5, ptr getelementptr (i8, ptr @p, i32 44)
  %a6 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 48)
  %b6 = xor i32 %a6, 9
  store volatile i32 %b6, ptr getelementptr (i8, ptr @p, i32 52)
  %a7 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 56)
  %b7 = add i32 %a7, 10
  store volatile i32 %b7, ptr getelementptr (i8, ptr @p, i32 60)
  %a8 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 64)
  %b8 = xor i32 %a8, 11
  store volatile i32 %b8, ptr getelementptr (i8, ptr @p, i32 68)
  %a9 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 72)
  %b9 = add i32 %a9, 12
  store volatile i32 %b9, ptr getelementptr (i8, ptr @p, i32 76)
  %end = icmp eq i32 %n, 0
  br i1 %end, label %last, label %more
last:
  %z = load volatile i32, ptr @p
  ret i32 %z
more:
  %less = add i32 %n, -1
  %r = call i32 @two(i32 %less)
  %c0 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 80)
  %d0 = add i32 %c0, 12119381
  store volatile i32 %d0, ptr getelementptr (i8, ptr @p, i32 80)
  %c1 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 84)
  %d1 = xor i32 %c1, 127721
  store volatile i32 %d1, ptr getelementptr (i8, ptr @p, i32 84)
  %c2 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 88)
  %d2 = mul i32 %c2, 4000245
  store volatile i32 %d2, ptr getelementptr (i8, ptr @p, i32 88)
  %c3 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 92)
  %d3 = add i32 %c3, -4372266
  store volatile i32 %d3, ptr getelementptr (i8, ptr @p, i32 92)
  %e0 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 120)
  %f0 = xor i32 %e0, 7
  store volatile i32 %f0, ptr getelementptr (i8, ptr @p, i32 124)
  %e1 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 128)
  %f1 = mul i32 %e1, 8
  store volatile i32 %f1, ptr getelementptr (i8, ptr @p, i32 132)
  %e2 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 136)
  %f2 = xor i32 %e2, 9
  store volatile i32 %f2, ptr getelementptr (i8, ptr @p, i32 140)
  %e3 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 144)
  %f3 = mul i32 %e3, 10
  store volatile i32 %f3, ptr getelementptr (i8, ptr @p, i32 148)
  %e4 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 152)
  %f4 = xor i32 %e4, 11
  store volatile i32 %f4, ptr getelementptr (i8, ptr @p, i32 156)
  %e5 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 160)
  %f5 = mul i32 %e5, 12
  store volatile i32 %f5, ptr getelementptr (i8, ptr @p, i32 164)
  %e6 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 168)
  %f6 = xor i32 %e6, 13
  store volatile i32 %f6, ptr getelementptr (i8, ptr @p, i32 172)
  %e7 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 176)
  %f7 = mul i32 %e7, 14
  store volatile i32 %f7, ptr getelementptr (i8, ptr @p, i32 180)
  %e8 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 184)
  %f8 = xor i32 %e8, 15
  store volatile i32 %f8, ptr getelementptr (i8, ptr @p, i32 188)
  %e9 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 192)
  %f9 = mul i32 %e9, 16
  store volatile i32 %f9, ptr getelementptr (i8, ptr @p, i32 196)
  %s = mul i32 %r, 3
  %t = add i32 %s, %f9
  ret i32 %t
}

define internal i32 @three(i32 %n) noinline minsize optsize {
entry:
  %a0 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 0)
  %b0 = xor i32 %a0, 3
  store volatile i32 %b0, ptr getelementptr (i8, ptr @p, i32 4)
  %a1 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 8)
  %b1 = add i32 %a1, 4
  store volatile i32 %b1, ptr getelementptr (i8, ptr @p, i32 12)
  %a2 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 16)
  %b2 = xor i32 %a2, 5
  store volatile i32 %b2, ptr getelementptr (i8, ptr @p, i32 20)
  %a3 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 24)
  %b3 = add i32 %a3, 6
  store volatile i32 %b3, ptr getelementptr (i8, ptr @p, i32 28)
  %a4 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 32)
  %b4 = xor i32 %a4, 7
  store volatile i32 %b4, ptr getelementptr (i8, ptr @p, i32 36)
  %a5 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 40)
  %b5 = add i32 %a5, 8
  store volatile i32 %b5, ptr getelementptr (i8, ptr @p, i32 44)
  %a6 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 48)
  %b6 = xor i32 %a6, 9
  store volatile i32 %b6, ptr getelementptr (i8, ptr @p, i32 52)
  %a7 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 56)
  %b7 = add i32 %a7, 10
  store volatile i32 %b7, ptr getelementptr (i8, ptr @p, i32 60)
  %a8 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 64)
  %b8 = xor i32 %a8, 11
  store volatile i32 %b8, ptr getelementptr (i8, ptr @p, i32 68)
  %a9 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 72)
  %b9 = add i32 %a9, 12
  store volatile i32 %b9, ptr getelementptr (i8, ptr @p, i32 76)
  %end = icmp eq i32 %n, 0
  br i1 %end, label %last, label %more
last:
  %z = load volatile i32, ptr @p
  ret i32 %z
more:
  %less = add i32 %n, -1
  %r = call i32 @three(i32 %less)
  %c0 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 80)
  %d0 = add i32 %c0, 14588742
  store volatile i32 %d0, ptr getelementptr (i8, ptr @p, i32 80)
  %c1 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 84)
  %d1 = xor i32 %c1, 792546
  store volatile i32 %d1, ptr getelementptr (i8, ptr @p, i32 84)
  %c2 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 88)
  %d2 = mul i32 %c2, 7838572
  store volatile i32 %d2, ptr getelementptr (i8, ptr @p, i32 88)
  %c3 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 92)
  %d3 = add i32 %c3, -5762177
  store volatile i32 %d3, ptr getelementptr (i8, ptr @p, i32 92)
  %e0 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 120)
  %f0 = xor i32 %e0, 7
  store volatile i32 %f0, ptr getelementptr (i8, ptr @p, i32 124)
  %e1 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 128)
  %f1 = mul i32 %e1, 8
  store volatile i32 %f1, ptr getelementptr (i8, ptr @p, i32 132)
  %e2 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 136)
  %f2 = xor i32 %e2, 9
  store volatile i32 %f2, ptr getelementptr (i8, ptr @p, i32 140)
  %e3 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 144)
  %f3 = mul i32 %e3, 10
  store volatile i32 %f3, ptr getelementptr (i8, ptr @p, i32 148)
  %e4 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 152)
  %f4 = xor i32 %e4, 11
  store volatile i32 %f4, ptr getelementptr (i8, ptr @p, i32 156)
  %e5 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 160)
  %f5 = mul i32 %e5, 12
  store volatile i32 %f5, ptr getelementptr (i8, ptr @p, i32 164)
  %e6 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 168)
  %f6 = xor i32 %e6, 13
  store volatile i32 %f6, ptr getelementptr (i8, ptr @p, i32 172)
  %e7 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 176)
  %f7 = mul i32 %e7, 14
  store volatile i32 %f7, ptr getelementptr (i8, ptr @p, i32 180)
  %e8 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 184)
  %f8 = xor i32 %e8, 15
  store volatile i32 %f8, ptr getelementptr (i8, ptr @p, i32 188)
  %e9 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 192)
  %f9 = mul i32 %e9, 16
  store volatile i32 %f9, ptr getelementptr (i8, ptr @p, i32 196)
  %s = mul i32 %r, 3
  %t = add i32 %s, %f9
  ret i32 %t
}

define i32 @all(i32 %n) {
  %a = call i32 @one(i32 %n)
  %b = call i32 @two(i32 %n)
  %c = call i32 @three(i32 %n)
  %d = add i32 %a, %b
  %e = add i32 %d, %c
  ret i32 %e
}
