; A module leaves a function as it is that would become too slow by the summary's proposal, whatever others do.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s
; RUN: %fmerge combine %t.part -o %t.summary
; RUN: %opt -passes='gfm-merge<summary=%t.summary;fold=icf;slowdown=10;time-price=5;verify;report=%t.json>,verify' -S %s | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=REPORT --input-file=%t.json
; CHECK: define i32 @hot_one(
; CHECK: %w = udiv i32 %v, 7
; CHECK: define i32 @once_one(
; CHECK-NEXT: tail call i32 @once_one.Tgm(i32 %x, ptr %p, i32 %n, i32 7)
; REPORT: "too-slow":2
; RUN: %opt -passes='gfm-merge<summary=%t.summary;fold=icf;speed=ignore;verify>,verify' -S %s | %FileCheck %s --check-prefix=ANY
; ANY: define i32 @hot_one(
; ANY-NEXT: tail call i32 @hot_one.Tgm(i32 %x, ptr %p, i32 %n, i32 7)

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
  ret i32 %s13
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
  ret i32 %s13
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
  %s11 = xor i32 %s10, 25
  store volatile i32 %s11, ptr %p
  %s12 = sub i32 %s11, 27
  store volatile i32 %s12, ptr %p
  %s13 = or i32 %s12, 29
  store volatile i32 %s13, ptr %p
  %s14 = and i32 %s13, 31
  store volatile i32 %s14, ptr %p
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
  ret i32 %s14
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
  %s11 = xor i32 %s10, 25
  store volatile i32 %s11, ptr %p
  %s12 = sub i32 %s11, 27
  store volatile i32 %s12, ptr %p
  %s13 = or i32 %s12, 29
  store volatile i32 %s13, ptr %p
  %s14 = and i32 %s13, 31
  store volatile i32 %s14, ptr %p
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
  ret i32 %s14
}
