; A divisor in a loop stays a constant: a real division takes as long as twenty instructions. Where the functions ask to be
; as small as they can, it is a division anyway. Nobody waits for cold functions, and outside of the loop it may pay.
; RUN: %opt -passes='gfm<verify;slowdown=10;time-price=5>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @hot_one(
; CHECK: %w = udiv i32 %v, 7
; CHECK: define i32 @hot_two(
; CHECK: %w = udiv i32 %v, 11
; CHECK: define i32 @small_one(
; CHECK-NEXT: tail call i32 @small_one.gfm(i32 %x, ptr %p, i32 %n, i32 7)
; CHECK: define i32 @cold_one(
; CHECK-NEXT: tail call i32 @cold_one.gfm(i32 %x, ptr %p, i32 %n, i32 7)
; CHECK: define i32 @once_one(
; CHECK-NEXT: tail call i32 @once_one.gfm(i32 %x, ptr %p, i32 %n, i32 7)
; RUN: %opt -passes='gfm<verify;speed=ignore>,verify' -S %s | %FileCheck %s --check-prefix=ANY
; RUN: %opt -passes='gfm<verify;slowdown=1000;time-price=0>,verify' -S %s | %FileCheck %s --check-prefix=ANY
; ANY: define i32 @hot_one(
; ANY-NEXT: tail call i32 @hot_one.gfm(i32 %x, ptr %p, i32 %n, i32 7)
; RUN: %opt -passes='gfm<verify;slowdown=2;time-price=20>,verify' -S %s | %FileCheck %s --check-prefix=KEEP
; KEEP: define i32 @once_one(
; KEEP-NOT: @once_one.gfm
; KEEP: define internal i32 @cold_one.gfm(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @hot_one(i32 %x, ptr %p, i32 %n) optsize {
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
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = udiv i32 %v, 7
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s7
}

define i32 @hot_two(i32 %x, ptr %p, i32 %n) optsize {
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
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = udiv i32 %v, 11
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s7
}

define i32 @small_one(i32 %x, ptr %p, i32 %n) minsize optsize {
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
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = udiv i32 %v, 7
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s8
}

define i32 @small_two(i32 %x, ptr %p, i32 %n) minsize optsize {
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
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = udiv i32 %v, 11
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s8
}

define i32 @cold_one(i32 %x, ptr %p, i32 %n) optsize cold {
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
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = udiv i32 %v, 7
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s9
}

define i32 @cold_two(i32 %x, ptr %p, i32 %n) optsize cold {
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
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = udiv i32 %v, 11
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s9
}

define i32 @once_one(i32 %x, ptr %p, i32 %n) optsize {
entry:
  %q = udiv i32 %x, 7
  store volatile i32 %q, ptr %p
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
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = xor i32 %v, 9
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s10
}

define i32 @once_two(i32 %x, ptr %p, i32 %n) optsize {
entry:
  %q = udiv i32 %x, 11
  store volatile i32 %q, ptr %p
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
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = xor i32 %v, 9
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %v, ptr %p
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s10
}
