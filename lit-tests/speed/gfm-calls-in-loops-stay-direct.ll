; A call in a loop stays direct: an indirect one is predicted wrong now and then. One that runs once may become indirect.
; RUN: %opt -passes='gfm<verify>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @hot_one(
; CHECK: %w = call i32 @f(i32 %v)
; CHECK: define i32 @hot_two(
; CHECK: %w = call i32 @g(i32 %v)
; CHECK: define i32 @once_one(
; CHECK-NEXT: tail call i32 @once_one.gfm(i32 %x, ptr %p, i32 %n, ptr @f)
; RUN: %opt -passes='gfm<verify;speed=ignore>,verify' -S %s | %FileCheck %s --check-prefix=ANY
; ANY: define i32 @hot_one(
; ANY-NEXT: tail call i32 @hot_one.gfm(i32 %x, ptr %p, i32 %n, ptr @f)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare hidden i32 @f(i32)
declare hidden i32 @g(i32)

define i32 @hot_one(i32 %x, ptr %p, i32 %n) {
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
  %w = call i32 @f(i32 %v)
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s7
}

define i32 @hot_two(i32 %x, ptr %p, i32 %n) {
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
  %w = call i32 @g(i32 %v)
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s7
}

define i32 @once_one(i32 %x, ptr %p, i32 %n) {
entry:
  %q = call i32 @f(i32 %x)
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
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s10
}

define i32 @once_two(i32 %x, ptr %p, i32 %n) {
entry:
  %q = call i32 @g(i32 %x)
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
  store volatile i32 %w, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s10
}
