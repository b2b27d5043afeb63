; What main and static initialisers call outside of loops runs a few times at most: such functions may become as slow as they
; like, if they have no loop themselves. The price of time is so high here that no others are merged.
; RUN: %opt -passes='f3m<verify;time-price=100000;report=-;only=^once>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='f3m<verify;time-price=100000;report=-;only=^handed>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='f3m<verify;time-price=100000;report=-;only=^initial>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; MERGED: "merges":1,
; In a loop, by way of a function that others call, by an unknown function, and by what a loop hands on, they may run often.
; RUN: %opt -passes='f3m<verify;time-price=100000;report=-;only=^looped>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=APART
; RUN: %opt -passes='f3m<verify;time-price=100000;report=-;only=^seen>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=APART
; RUN: %opt -passes='f3m<verify;time-price=100000;report=-;only=^unknown>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=APART
; RUN: %opt -passes='f3m<verify;time-price=100000;report=-;only=^repeated>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=APART
; APART: "merges":0,
; They would be merged if time had no price.
; RUN: %opt -passes='f3m<verify;speed=ignore;report=-;only=^repeated>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; After setjmp returns a second time, everything may run again.
; RUN: sed 's/call i32 @prepare()/call i32 @setjmp()/' %s | %opt -passes='f3m<verify;time-price=100000;report=-;only=^once>,verify' -disable-output - 2>&1 | %FileCheck %s --check-prefix=APART
; A merged function takes no time if its originals do not, and can be merged again.
; RUN: %opt -passes='f3m<families=2;verify;time-price=100000;report=-;only=^once|^again>,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=TWICE
; TWICE: "merges":2,

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @start_one, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @start_two, ptr null }]
@place = global i32 0

declare i32 @prepare()
declare i32 @setjmp() returns_twice
declare void @unknown(ptr)


define internal i32 @once_one(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 3
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 5
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 7
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 9
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 11
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 13
  store volatile i32 %v5, ptr %p
  %v6 = add i32 %v5, 15
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 17
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 19
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 21
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 23
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 25
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @once_two(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 3
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 5
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 7
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 9
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 11
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 13
  store volatile i32 %v5, ptr %p
  %v6 = lshr i32 %v5, 15
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 17
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 19
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 21
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 23
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 25
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @handed_one(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 103
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 105
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 107
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 109
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 111
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 113
  store volatile i32 %v5, ptr %p
  %v6 = add i32 %v5, 115
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 117
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 119
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 121
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 123
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 125
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @handed_two(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 103
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 105
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 107
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 109
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 111
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 113
  store volatile i32 %v5, ptr %p
  %v6 = lshr i32 %v5, 115
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 117
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 119
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 121
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 123
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 125
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @initial_one(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 203
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 205
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 207
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 209
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 211
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 213
  store volatile i32 %v5, ptr %p
  %v6 = add i32 %v5, 215
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 217
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 219
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 221
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 223
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 225
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @initial_two(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 203
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 205
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 207
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 209
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 211
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 213
  store volatile i32 %v5, ptr %p
  %v6 = lshr i32 %v5, 215
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 217
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 219
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 221
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 223
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 225
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @looped_one(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 303
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 305
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 307
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 309
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 311
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 313
  store volatile i32 %v5, ptr %p
  %v6 = add i32 %v5, 315
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 317
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 319
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 321
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 323
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 325
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @looped_two(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 303
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 305
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 307
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 309
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 311
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 313
  store volatile i32 %v5, ptr %p
  %v6 = lshr i32 %v5, 315
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 317
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 319
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 321
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 323
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 325
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @seen_one(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 403
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 405
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 407
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 409
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 411
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 413
  store volatile i32 %v5, ptr %p
  %v6 = add i32 %v5, 415
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 417
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 419
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 421
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 423
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 425
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @seen_two(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 403
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 405
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 407
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 409
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 411
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 413
  store volatile i32 %v5, ptr %p
  %v6 = lshr i32 %v5, 415
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 417
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 419
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 421
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 423
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 425
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @unknown_one(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 503
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 505
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 507
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 509
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 511
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 513
  store volatile i32 %v5, ptr %p
  %v6 = add i32 %v5, 515
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 517
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 519
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 521
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 523
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 525
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @unknown_two(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 503
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 505
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 507
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 509
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 511
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 513
  store volatile i32 %v5, ptr %p
  %v6 = lshr i32 %v5, 515
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 517
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 519
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 521
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 523
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 525
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @repeated_one(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 603
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 605
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 607
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 609
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 611
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 613
  store volatile i32 %v5, ptr %p
  %v6 = add i32 %v5, 615
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 617
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 619
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 621
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 623
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 625
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @repeated_two(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 603
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 605
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 607
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 609
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 611
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 613
  store volatile i32 %v5, ptr %p
  %v6 = lshr i32 %v5, 615
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 617
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 619
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 621
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 623
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 625
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal i32 @again_one(i32 %x, ptr %p) noinline {
  %v0 = add i32 %x, 3
  store volatile i32 %v0, ptr %p
  %v1 = xor i32 %v0, 5
  store volatile i32 %v1, ptr %p
  %v2 = sub i32 %v1, 7
  store volatile i32 %v2, ptr %p
  %v3 = or i32 %v2, 9
  store volatile i32 %v3, ptr %p
  %v4 = and i32 %v3, 11
  store volatile i32 %v4, ptr %p
  %v5 = mul i32 %v4, 13
  store volatile i32 %v5, ptr %p
  %v6 = shl i32 %v5, 15
  store volatile i32 %v6, ptr %p
  %v7 = xor i32 %v6, 17
  store volatile i32 %v7, ptr %p
  %v8 = or i32 %v7, 19
  store volatile i32 %v8, ptr %p
  %v9 = sub i32 %v8, 21
  store volatile i32 %v9, ptr %p
  %v10 = and i32 %v9, 23
  store volatile i32 %v10, ptr %p
  %v11 = mul i32 %v10, 25
  store volatile i32 %v11, ptr %p
  ret i32 %v11
}

define internal void @start_one() {
  %r = call i32 @initial_one(i32 1, ptr @place)
  ret void
}

define internal void @start_two() {
  %r = call i32 @initial_two(i32 2, ptr @place)
  ret void
}

define internal i32 @calls_it(ptr %f) noinline {
  %r = call i32 %f(i32 3, ptr @place)
  ret i32 %r
}

define internal i32 @calls_it_often(ptr %f, i32 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = call i32 %f(i32 %i, ptr @place)
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}

define i32 @others_call_this(i32 %x) {
  %a = call i32 @seen_one(i32 %x, ptr @place)
  %b = call i32 @seen_two(i32 %a, ptr @place)
  ret i32 %b
}

define i32 @main(i32 %n) {
entry:
  %s = call i32 @prepare()
  %a = call i32 @once_one(i32 %n, ptr @place)
  %b = call i32 @once_two(i32 %a, ptr @place)
  %c = call i32 @once_two(i32 %b, ptr @place)
  %d = call i32 @again_one(i32 %c, ptr @place)
  %e = call i32 @calls_it(ptr @handed_one)
  %f = call i32 @calls_it(ptr @handed_two)
  %g = call i32 @calls_it_often(ptr @repeated_one, i32 %n)
  %h = call i32 @calls_it_often(ptr @repeated_two, i32 %n)
  %i = call i32 @seen_one(i32 %c, ptr @place)
  call void @unknown(ptr @unknown_one)
  call void @unknown(ptr @unknown_two)
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %k = call i32 @looped_one(i32 %j, ptr @place)
  %next = call i32 @looped_two(i32 %k, ptr @place)
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}
