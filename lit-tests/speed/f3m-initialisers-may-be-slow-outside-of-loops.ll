; A static initialiser runs once: what it executes outside of its loops takes no time, and what it executes in them may. The price of
; time is so high here that nothing may be added in a loop.
; RUN: %opt -passes='f3m<verify;time-price=100000;report=-;only=^outside>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='f3m<verify;time-price=100000;report=-;only=^inside>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=APART
; MERGED: "merges":1,
; APART: "merges":0,
; Whoever else may call it may do so often.
; RUN: sed 's/^define internal/define/' %s | %opt -passes='f3m<verify;time-price=100000;report=-;only=^outside>,verify' -disable-output - 2>&1 | %FileCheck %s --check-prefix=APART
; They would be merged if time had no price.
; RUN: %opt -passes='f3m<verify;speed=ignore;report=-;only=^inside>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; What a merged initialiser does is done once for each: it can be merged again.
; RUN: %opt -passes='f3m<families=2;verify;time-price=100000;report=-;only=^outside|^again>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=TWICE
; TWICE: "merges":2,

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@place = global i32 0
@llvm.global_ctors = appending global [5 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @outside_one, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @outside_two, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @inside_one, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @inside_two, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @again, ptr null }]

define internal void @outside_one() {
entry:
  %s = load volatile i32, ptr @place
  %v0 = add i32 %s, 3
  store volatile i32 %v0, ptr @place
  %v1 = xor i32 %v0, 5
  store volatile i32 %v1, ptr @place
  %v2 = sub i32 %v1, 7
  store volatile i32 %v2, ptr @place
  %v3 = or i32 %v2, 9
  store volatile i32 %v3, ptr @place
  %v4 = and i32 %v3, 11
  store volatile i32 %v4, ptr @place
  %v5 = mul i32 %v4, 13
  store volatile i32 %v5, ptr @place
  %v6 = shl i32 %v5, 15
  store volatile i32 %v6, ptr @place
  %v7 = xor i32 %v6, 17
  store volatile i32 %v7, ptr @place
  %v8 = or i32 %v7, 19
  store volatile i32 %v8, ptr @place
  %v9 = sub i32 %v8, 21
  store volatile i32 %v9, ptr @place
  %v10 = and i32 %v9, 23
  store volatile i32 %v10, ptr @place
  %v11 = mul i32 %v10, 25
  store volatile i32 %v11, ptr @place
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %w = add i32 %i, 5
  store volatile i32 %w, ptr @place
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %v11
  br i1 %more, label %loop, label %end
end:
  ret void
}

define internal void @outside_two() {
entry:
  %s = load volatile i32, ptr @place
  %v0 = add i32 %s, 3
  store volatile i32 %v0, ptr @place
  %v1 = xor i32 %v0, 5
  store volatile i32 %v1, ptr @place
  %v2 = sub i32 %v1, 7
  store volatile i32 %v2, ptr @place
  %v3 = or i32 %v2, 9
  store volatile i32 %v3, ptr @place
  %v4 = and i32 %v3, 11
  store volatile i32 %v4, ptr @place
  %v5 = mul i32 %v4, 13
  store volatile i32 %v5, ptr @place
  %v6 = lshr i32 %v5, 15
  store volatile i32 %v6, ptr @place
  %v7 = xor i32 %v6, 17
  store volatile i32 %v7, ptr @place
  %v8 = or i32 %v7, 19
  store volatile i32 %v8, ptr @place
  %v9 = sub i32 %v8, 21
  store volatile i32 %v9, ptr @place
  %v10 = and i32 %v9, 23
  store volatile i32 %v10, ptr @place
  %v11 = mul i32 %v10, 25
  store volatile i32 %v11, ptr @place
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %w = add i32 %i, 5
  store volatile i32 %w, ptr @place
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %v11
  br i1 %more, label %loop, label %end
end:
  ret void
}

define internal void @inside_one() {
entry:
  %s = load volatile i32, ptr @place
  %v0 = add i32 %s, 3
  store volatile i32 %v0, ptr @place
  %v1 = xor i32 %v0, 5
  store volatile i32 %v1, ptr @place
  %v2 = sub i32 %v1, 7
  store volatile i32 %v2, ptr @place
  %v3 = or i32 %v2, 9
  store volatile i32 %v3, ptr @place
  %v4 = and i32 %v3, 11
  store volatile i32 %v4, ptr @place
  %v5 = mul i32 %v4, 13
  store volatile i32 %v5, ptr @place
  %v6 = ashr i32 %v5, 15
  store volatile i32 %v6, ptr @place
  %v7 = xor i32 %v6, 17
  store volatile i32 %v7, ptr @place
  %v8 = or i32 %v7, 19
  store volatile i32 %v8, ptr @place
  %v9 = sub i32 %v8, 21
  store volatile i32 %v9, ptr @place
  %v10 = and i32 %v9, 23
  store volatile i32 %v10, ptr @place
  %v11 = mul i32 %v10, 25
  store volatile i32 %v11, ptr @place
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %w = xor i32 %i, 5
  store volatile i32 %w, ptr @place
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %v11
  br i1 %more, label %loop, label %end
end:
  ret void
}

define internal void @inside_two() {
entry:
  %s = load volatile i32, ptr @place
  %v0 = add i32 %s, 3
  store volatile i32 %v0, ptr @place
  %v1 = xor i32 %v0, 5
  store volatile i32 %v1, ptr @place
  %v2 = sub i32 %v1, 7
  store volatile i32 %v2, ptr @place
  %v3 = or i32 %v2, 9
  store volatile i32 %v3, ptr @place
  %v4 = and i32 %v3, 11
  store volatile i32 %v4, ptr @place
  %v5 = mul i32 %v4, 13
  store volatile i32 %v5, ptr @place
  %v6 = ashr i32 %v5, 15
  store volatile i32 %v6, ptr @place
  %v7 = xor i32 %v6, 17
  store volatile i32 %v7, ptr @place
  %v8 = or i32 %v7, 19
  store volatile i32 %v8, ptr @place
  %v9 = sub i32 %v8, 21
  store volatile i32 %v9, ptr @place
  %v10 = and i32 %v9, 23
  store volatile i32 %v10, ptr @place
  %v11 = mul i32 %v10, 25
  store volatile i32 %v11, ptr @place
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %w = sub i32 %i, 5
  store volatile i32 %w, ptr @place
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %v11
  br i1 %more, label %loop, label %end
end:
  ret void
}

define internal void @again() {
entry:
  %s = load volatile i32, ptr @place
  %v0 = add i32 %s, 3
  store volatile i32 %v0, ptr @place
  %v1 = xor i32 %v0, 5
  store volatile i32 %v1, ptr @place
  %v2 = sub i32 %v1, 7
  store volatile i32 %v2, ptr @place
  %v3 = or i32 %v2, 9
  store volatile i32 %v3, ptr @place
  %v4 = and i32 %v3, 11
  store volatile i32 %v4, ptr @place
  %v5 = mul i32 %v4, 13
  store volatile i32 %v5, ptr @place
  %v6 = add i32 %v5, 15
  store volatile i32 %v6, ptr @place
  %v7 = xor i32 %v6, 17
  store volatile i32 %v7, ptr @place
  %v8 = or i32 %v7, 19
  store volatile i32 %v8, ptr @place
  %v9 = sub i32 %v8, 21
  store volatile i32 %v9, ptr @place
  %v10 = and i32 %v9, 23
  store volatile i32 %v10, ptr @place
  %v11 = mul i32 %v10, 25
  store volatile i32 %v11, ptr @place
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %w = add i32 %i, 5
  store volatile i32 %w, ptr @place
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %v11
  br i1 %more, label %loop, label %end
end:
  ret void
}
