; gfm looks at a function that it may not touch, because one of its calls returns twice, and sees what it calls. That is
; merged as similar before gfm looks again: what gfm then asked of a function that was gone crashed opt. Freed memory is
; overwritten here, so that nobody finds in it what was there.
; RUN: env MALLOC_PERTURB_=85 %opt -passes='fmerge<slowdown=1000;time-price=0;verify;report=->' -disable-output %s 2>&1 | %FileCheck %s
; CHECK: "merged":"goes.a.fmerge"{{.*}}"merged":"waits.a.gfm"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i64 @waits.a(i64 %0) #0 {
  %2 = lshr i64 %0, 0
  %3 = lshr i64 %0, 0
  %4 = tail call i64 (i32, ...) @one(i32 0, i64 %0, double 2.0, i32 0, i64 0, double 2.0, i32 0, i64 0, double 2.0, i32 0)
  %5 = tail call i64 (i32, ...) @one(i32 0)
  %6 = add i64 %0, 0
  ret i64 0
}

declare hidden i64 @one(i32, ...)



define fastcc i64 @calls(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  store i64 0, ptr null, align 8
  %4 = call i32 null(ptr null)
  %5 = icmp eq i32 0, 0
  br label %6

6:
  %.0. = load i64, ptr null, align 8
  %7 = add i64 0, 0
  store i64 0, ptr null, align 8
  %.0.1 = load i64, ptr null, align 8
  %8 = call fastcc i64 @goes.a(i64 0, i64 0)
  store i64 0, ptr null, align 8
  %.0.2 = load i64, ptr null, align 8
  %9 = xor i64 0, 0
  br label %10

10:
  %11 = phi i64 [ 0, %6 ]
  store i64 0, ptr null, align 8
  %.0.4 = load i64, ptr null, align 8
  ret i64 0
}

define internal fastcc i64 @goes.a(i64 %0, i64 %1) #0 {
  %3 = tail call i64 null(i64 0, i64 0)
  %4 = sub i64 0, 0
  %5 = load i64, ptr null, align 8
  %6 = add i64 0, 0
  store i64 0, ptr null, align 8
  store i32 0, ptr null, align 4
  unreachable
}

define i64 @waits.b(i64 %0) #0 {
  %2 = lshr i64 %0, 0
  %3 = lshr i64 %0, 0
  %4 = tail call i64 (i32, ...) @two(i32 0, i64 %0, double 2.0, i32 0, i64 0, double 2.0, i32 0, i64 0, double 2.0, i32 0)
  %5 = tail call i64 (i32, ...) @two(i32 0)
  %6 = add i64 %0, 0
  ret i64 0
}

declare hidden i64 @two(i32, ...)

define fastcc i64 @refused(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  store i64 0, ptr null, align 8
  %4 = call i32 null(ptr null) #2
  %5 = icmp eq i32 0, 0
  br label %6

6:
  %.0. = load i64, ptr null, align 8
  %7 = add i64 0, 0
  store i64 0, ptr null, align 8
  %.0.1 = load i64, ptr null, align 8
  %8 = call fastcc i64 @goes.b(i64 0, i64 0)
  store i64 0, ptr null, align 8
  %.0.2 = load i64, ptr null, align 8
  %9 = xor i64 0, 0
  br label %10

10:
  %11 = phi i64 [ 0, %6 ]
  store i64 0, ptr null, align 8
  %.0.4 = load i64, ptr null, align 8
  ret i64 0
}

define internal fastcc i64 @goes.b(i64 %0, i64 %1) #0 {
  %3 = tail call i64 null(i64 0, i64 0)
  %4 = sub i64 0, 0
  %5 = load i64, ptr null, align 8
  %6 = add i64 0, 0
  store i64 0, ptr null, align 8
  ret i64 0
}

attributes #0 = { uwtable }

attributes #2 = { returns_twice }
