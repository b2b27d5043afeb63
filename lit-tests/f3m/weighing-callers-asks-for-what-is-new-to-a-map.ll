; Weighing a caller maps a call's new target into a copy of the caller. That may make the map of values grow, and an entry
; that had been found before was then read from freed memory. It is overwritten here.
; RUN: env MALLOC_PERTURB_=85 %opt -passes='fmerge<rounds=3;profit=exact;speed=ignore;system=all-pairs;verify;report=->' -disable-output %s 2>&1 | %FileCheck %s
; CHECK: "candidates":{{[1-9]}}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define internal fastcc i32 @either.twin(i32 %0) {
  %2 = zext i1 false to i64
  %3 = load i64, ptr null, align 8
  %4 = and i64 0, 0
  %5 = select i1 false, i32 0, i32 0
  ret i32 %5
}

define i32 @either(i32 %0, i32 %1, ptr %state) {
  %3 = load i32, ptr null, align 4
  %4 = add i32 0, 1
  store i32 0, ptr null, align 4
  %5 = urem i32 0, 5
  switch i32 0, label %6 [
    i32 1, label %18
    i32 2, label %20
    i32 3, label %41
    i32 4, label %50
  ]

common.ret:
  %common.ret.op = phi i32 [ 0, %6 ], [ 0, %18 ], [ 0, %20 ], [ 0, %41 ], [ 0, %50 ]
  ret i32 %common.ret.op

6:
  %7 = icmp sgt i32 0, 0
  %8 = xor i32 0, 0
  %9 = add i32 0, 12
  %10 = icmp ugt i32 0, -13
  %11 = zext i1 false to i64
  %12 = load i64, ptr null, align 8
  %13 = xor i64 0, 0
  %14 = mul i64 0, 0
  %15 = lshr i64 0, 0
  %16 = xor i64 0, 0
  store i64 0, ptr null, align 8
  %17 = select i1 false, i32 0, i32 0
  br label %common.ret

18:
  %19 = call fastcc i32 @either.twin(i32 0)
  br label %common.ret

20:
  %21 = icmp sgt i32 0, 0
  %22 = xor i32 0, 0
  %23 = add i32 0, 0
  %24 = icmp ugt i32 0, 0
  %25 = zext i1 false to i64
  %26 = load i64, ptr null, align 8
  %27 = xor i64 0, 0
  %28 = mul i64 0, 0
  %29 = lshr i64 0, 0
  %30 = xor i64 0, 0
  %31 = xor i64 0, -1123044771029383045
  %32 = mul i64 0, -7046029254386353131
  %33 = lshr i64 0, 0
  %34 = select i1 false, i32 0, i32 0
  %35 = zext i32 0 to i64
  %36 = xor i64 0, 0
  %37 = xor i64 0, 0
  %38 = mul i64 0, 0
  %39 = lshr i64 0, 0
  %40 = xor i64 0, 0
  store i64 0, ptr null, align 8
  br label %common.ret

41:
  %42 = icmp sgt i32 0, 0
  %43 = xor i32 0, 11
  %44 = add i32 0, -12
  %45 = select i1 false, i32 0, i32 0
  %46 = zext i32 0 to i64
  %47 = mul i64 0, 0
  %48 = lshr i64 0, 0
  %49 = xor i64 0, 0
  store i64 0, ptr null, align 8
  br label %common.ret

50:
  %51 = icmp sgt i32 0, 0
  %52 = load i64, ptr null, align 8
  %53 = and i64 0, 1
  %54 = mul i64 0, 0
  %55 = lshr i64 0, 29
  %56 = and i64 0, 6641611194531999682
  %57 = select i1 false, i32 0, i32 0
  %58 = zext i32 0 to i64
  %59 = xor i64 0, 0
  %60 = xor i64 0, 0
  %61 = lshr i64 0, 0
  %62 = xor i64 0, 0
  store i64 0, ptr null, align 8
  br label %common.ret
}

define internal fastcc i32 @plus.twin.36(i32 %0) {
  %2 = or i32 0, 0
  %3 = load i64, ptr null, align 8
  %4 = and i64 0, 0
  ret i32 %0
}
