; Two functions that differ in a loop share the code around it, and stay two loops. Without regard to speed, the loop is one
; with a choice at each turn; in cold functions, too.
; RUN: %opt -passes='f3m<verify;only=^hot>,verify' -S %s | %FileCheck %s
; A price of time that is given shapes what is shared under `force` too.
; RUN: %opt -passes='f3m<verify;force;time-price=40;only=^hot>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @hot_one.fmerge(
; CHECK-NOT: define
; CHECK-COUNT-2: mul i32
; RUN: %opt -passes='f3m<verify;speed=ignore;only=^hot>,verify' -S %s | %FileCheck %s --check-prefix=ONE
; RUN: %opt -passes='f3m<verify;only=^cold>,verify' -S %s | %FileCheck %s --check-prefix=ONE
; RUN: %opt -passes='f3m<verify;force;only=^hot>,verify' -S %s | %FileCheck %s --check-prefix=ONE
; ONE: define internal i32 @{{hot|cold}}_one.fmerge(
; ONE: mul i32
; ONE-NOT: mul i32
; ONE: ret i32
; The same by names of settings and by numbers.
; RUN: %opt -passes='f3m<verify;slowdown=1000;time-price=0;only=^hot>,verify' -S %s | %FileCheck %s --check-prefix=ONE
; RUN: %opt -passes='f3m<verify;slowdown=0;report=-;only=^hot>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=NONE
; NONE: "too-slow":1

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define internal i32 @hot_one(i32 %x, ptr %p, i32 %n) noinline {
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
  %s7 = or i32 %s6, 17
  store volatile i32 %s7, ptr %p
  %s8 = sub i32 %s7, 19
  store volatile i32 %s8, ptr %p
  %s9 = and i32 %s8, 21
  store volatile i32 %s9, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %m = mul i32 %i, %x
  store volatile i32 %m, ptr %p
  store volatile i32 %i, ptr %p
  %q = udiv i32 %m, %n
  store volatile i32 %q, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store volatile i32 %next, ptr %p
  ret i32 %next
}

define internal i32 @hot_two(i32 %x, ptr %p, i32 %n) noinline {
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
  %s7 = or i32 %s6, 17
  store volatile i32 %s7, ptr %p
  %s8 = sub i32 %s7, 19
  store volatile i32 %s8, ptr %p
  %s9 = and i32 %s8, 21
  store volatile i32 %s9, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %m = mul i32 %i, %x
  store volatile i32 %m, ptr %p
  %q = xor i32 %i, %n
  store volatile i32 %q, ptr %p
  store volatile i32 %x, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store volatile i32 %next, ptr %p
  ret i32 %next
}

define internal i32 @cold_one(i32 %x, ptr %p, i32 %n) noinline cold {
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
  %s7 = or i32 %s6, 17
  store volatile i32 %s7, ptr %p
  %s8 = sub i32 %s7, 19
  store volatile i32 %s8, ptr %p
  %s9 = and i32 %s8, 21
  store volatile i32 %s9, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %m = mul i32 %i, %x
  store volatile i32 %m, ptr %p
  store volatile i32 %i, ptr %p
  %q = udiv i32 %m, %n
  store volatile i32 %q, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store volatile i32 %next, ptr %p
  ret i32 %next
}

define internal i32 @cold_two(i32 %x, ptr %p, i32 %n) noinline cold {
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
  %s7 = or i32 %s6, 17
  store volatile i32 %s7, ptr %p
  %s8 = sub i32 %s7, 19
  store volatile i32 %s8, ptr %p
  %s9 = and i32 %s8, 21
  store volatile i32 %s9, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %m = mul i32 %i, %x
  store volatile i32 %m, ptr %p
  %q = xor i32 %i, %n
  store volatile i32 %q, ptr %p
  store volatile i32 %x, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store volatile i32 %next, ptr %p
  ret i32 %next
}

define void @user(ptr %p, i32 %n) {
  %r0 = call i32 @hot_one(i32 %n, ptr %p, i32 %n)
  store volatile i32 %r0, ptr %p
  %r1 = call i32 @hot_two(i32 %n, ptr %p, i32 %n)
  store volatile i32 %r1, ptr %p
  %r2 = call i32 @cold_one(i32 %n, ptr %p, i32 %n)
  store volatile i32 %r2, ptr %p
  %r3 = call i32 @cold_two(i32 %n, ptr %p, i32 %n)
  store volatile i32 %r3, ptr %p
  ret void
}
