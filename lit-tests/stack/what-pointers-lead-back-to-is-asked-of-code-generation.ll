; What only calls through pointers lead back to takes at most twice its stack, too, by the code that is generated: a register more than
; the estimate knows is half of a small frame. And a frame that is aligned anew is larger than code generation says. (The functions `small` took
; three times the 16 bytes that each of them takes, and `aligned` 2.4 times their 80.)
;
; DEFINE: %{group} =
; DEFINE: %{opt} = %opt -disable-output %s -passes='f3m<force;verify;report=-;only=^%{group}_.$>'
; REDEFINE: %{group} = small
; RUN: %{opt} 2>&1 | %FileCheck --check-prefix=SMALL %s
; REDEFINE: %{group} = aligned
; RUN: %{opt} 2>&1 | %FileCheck --check-prefix=ALIGNED %s
;
; SMALL: "merges":1,
; SMALL: "frame-grows":
; ALIGNED: "merges":0,
; ALIGNED: "frame-grows":1

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-linux-gnu"

@p = internal global [80 x i64] zeroinitializer
@next = internal global ptr null

declare i64 @other(i64)

define i64 @small_a(i64 noundef %0, i64 %1) #0 {
  %3 = and i64 0, 0
  %4 = icmp eq i64 0, 0
  %5 = tail call i64 @other(i64 noundef 0) #1
  %6 = load volatile i64, ptr @p, align 8
  br label %7

7:
  %8 = urem i64 %0, 5
  %9 = getelementptr inbounds nuw ptr, ptr @next, i64 %8
  %10 = load volatile ptr, ptr %9, align 8
  %11 = add i64 %0, -1
  %12 = tail call i64 %10(i64 noundef %11) #2
  %13 = load volatile i64, ptr @p, align 16
  %14 = load volatile i64, ptr @p, align 8
  %15 = and i64 0, 0
  %16 = icmp eq i64 %1, 0
  br label %17

17:
  %18 = add i64 0, 0
  store volatile i64 %18, ptr getelementptr inbounds nuw (i8, ptr @p, i64 224), align 16
  %19 = load volatile i64, ptr getelementptr inbounds nuw (i8, ptr @p, i64 312), align 8
  %20 = lshr i64 %19, 3
  store volatile i64 %20, ptr getelementptr inbounds nuw (i8, ptr @p, i64 408), align 8
  %21 = load volatile i64, ptr getelementptr inbounds nuw (i8, ptr @p, i64 80), align 16
  ret i64 0
}

define i64 @small_b(i64 noundef %0) #0 {
  %2 = load volatile i64, ptr getelementptr inbounds nuw (i8, ptr @p, i64 176), align 16
  %3 = xor i64 %2, 5463032
  %4 = load volatile i64, ptr getelementptr inbounds nuw (i8, ptr @p, i64 168), align 8
  %5 = sub i64 %4, %3
  store volatile i64 0, ptr @p, align 8
  %6 = load volatile i64, ptr getelementptr inbounds nuw (i8, ptr @p, i64 80), align 16
  %7 = load volatile i64, ptr @p, align 16
  %8 = add i64 %7, 0
  store volatile i64 %8, ptr getelementptr inbounds nuw (i8, ptr @p, i64 224), align 16
  %9 = load volatile i64, ptr getelementptr inbounds nuw (i8, ptr @p, i64 312), align 8
  %10 = lshr i64 %9, 3
  store volatile i64 %10, ptr getelementptr inbounds nuw (i8, ptr @p, i64 408), align 8
  %11 = load volatile i64, ptr getelementptr inbounds nuw (i8, ptr @p, i64 80), align 16
  %12 = load volatile i64, ptr @p, align 16
  %13 = and i64 %12, 1
  %14 = icmp eq i64 %13, 0
  %15 = tail call i64 @other(i64 noundef 0) #1
  br label %16

16:
  %17 = getelementptr inbounds nuw ptr, ptr @next, i64 0
  %18 = load volatile ptr, ptr %17, align 8
  %19 = add i64 %0, -1
  %20 = tail call i64 %18(i64 noundef %19) #2
  %21 = load volatile i64, ptr @p, align 8
  %22 = and i64 %21, 4
  %23 = icmp eq i64 %22, 0
  br label %24

24:
  ret i64 0
}

define i64 @small_c(i64 noundef %0) #0 {
  %2 = load volatile i64, ptr getelementptr inbounds nuw (i8, ptr @p, i64 176), align 16
  %3 = xor i64 %2, 5463032
  %4 = load volatile i64, ptr getelementptr inbounds nuw (i8, ptr @p, i64 168), align 8
  %5 = sub i64 %4, %3
  store volatile i64 0, ptr @p, align 8
  %6 = load volatile i64, ptr @p, align 16
  %7 = load volatile i64, ptr @p, align 16
  %8 = and i64 %7, 1
  %9 = icmp eq i64 %8, 0
  br i1 true, label %13, label %10

10:
  %11 = tail call i64 @other(i64 noundef 0) #1
  %12 = load volatile i64, ptr @p, align 8
  br label %13

13:
  %14 = urem i64 %0, 3
  %15 = getelementptr inbounds nuw ptr, ptr @next, i64 %14
  %16 = load volatile ptr, ptr %15, align 8
  %17 = add i64 %0, -1
  %18 = tail call i64 %16(i64 noundef %17) #2
  %19 = load volatile i64, ptr getelementptr inbounds nuw (i8, ptr @p, i64 200), align 8
  %20 = and i64 %19, 4
  %21 = icmp eq i64 %20, 0
  ret i64 0
}

define void @aligned_a() #3 {
  %s = alloca i8, align 64
  store volatile i64 0, ptr @p
  store volatile i64 1, ptr @p
  store volatile i8 0, ptr %s
  %f = load volatile ptr, ptr @next
  call void %f()
  store volatile i64 2, ptr @p
  ret void
}

define void @aligned_b() #3 {
  %s = alloca [64 x i8]
  store volatile i64 0, ptr @p
  store volatile i64 1, ptr @p
  store volatile i8 0, ptr %s
  %f = load volatile ptr, ptr @next
  call void %f()
  store volatile i64 2, ptr @p
  ret void
}

attributes #0 = { minsize noinline nounwind optsize uwtable }
attributes #1 = { minsize optsize }
attributes #2 = { minsize nounwind optsize }
attributes #3 = { nounwind minsize optsize }
