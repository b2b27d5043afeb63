; Two functions of a recursion differ in a constant that decides whether a callee needs 4 kB of slots. Inlined into the one that does
; not, the callee takes none. With the constant as a parameter of one body, the 4 kB would be in each frame of both. So before
; inlining they keep their constants; equal ones share a body all the same, and so do those that cannot recurse.
; RUN: %opt -passes='gfm<before-inlining;verify>' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm<before-inlining;force;verify>' -S %s | %FileCheck %s
; RUN: sed 's/^declare .*/& nocallback/' %s | %opt -passes='gfm<before-inlining;verify>' -S \
; RUN:   | %FileCheck --check-prefix=KNOWN %s
; RUN: sed 's/\[4096 x i8\]/[16 x i8]/' %s | %opt -passes='gfm<before-inlining;verify>' -S | %FileCheck --check-prefix=KNOWN %s
; RUN: sed 's/^define i64 @helper(.*/define i64 @helper(i64 %n, i64 %mode) minsize noinline {/' %s \
; RUN:   | %opt -passes='gfm<before-inlining;verify>' -S | %FileCheck --check-prefix=KNOWN %s

; So do similar functions that may recurse by way of the callee, which `fill` may lead back.
; RUN: %opt -passes='f3m<before-inlining;verify;report=%t.json>' -S %s | %FileCheck --check-prefix=SIMILAR %s
; RUN: %FileCheck --check-prefix=REASON %s < %t.json
; SIMILAR-NOT: .fmerge
; REASON: "recursive":2

; CHECK-LABEL: define i64 @shallow(
; CHECK: call i64 @helper(i64 %{{.*}}, i64 3)
; CHECK-LABEL: define i64 @deep(
; CHECK: call i64 @helper(i64 %{{.*}}, i64 7)
; KNOWN: call i64 @helper(i64 %{{.*}}, i64 %{{.*}})

target triple = "x86_64-unknown-linux-gnu"

declare void @fill(ptr)
declare i64 @back(i64)

define i64 @helper(i64 %n, i64 %mode) minsize {
  %slots = alloca [4096 x i8]
  %is = icmp eq i64 %mode, 7
  br i1 %is, label %much, label %little
much:
  store i64 %n, ptr %slots
  call void @fill(ptr %slots)
  %r = load i64, ptr %slots
  ret i64 %r
little:
  %s = mul i64 %n, 5
  ret i64 %s
}

define i64 @shallow(i64 %x) minsize {
  %v0 = mul i64 %x, 77
  %v1 = xor i64 %v0, 1037
  %v2 = shl i64 %v1, 3
  %v3 = add i64 %v2, %x
  %v4 = lshr i64 %v3, 5
  %v5 = xor i64 %v4, %v0
  %v6 = mul i64 %v5, 131
  %v7 = sub i64 %v6, %v2
  %v8 = ashr i64 %v7, 2
  %v9 = xor i64 %v8, %v3
  %v10 = mul i64 %v9, 29
  %v11 = add i64 %v10, %v6
  %h = call i64 @helper(i64 %v11, i64 3)
  %v12 = xor i64 %h, %v11
  %v13 = mul i64 %v12, 31
  %v14 = lshr i64 %v13, 7
  %v15 = add i64 %v14, %v12
  %v16 = xor i64 %v15, %v9
  %v17 = mul i64 %v16, 1021
  %v18 = sub i64 %v17, %v13
  %b = call i64 @back(i64 %v18)
  %v19 = mul i64 %b, 3
  %v20 = add i64 %v19, %v18
  ret i64 %v20
}

define i64 @deep(i64 %x) minsize {
  %v0 = mul i64 %x, 77
  %v1 = xor i64 %v0, 1037
  %v2 = shl i64 %v1, 3
  %v3 = add i64 %v2, %x
  %v4 = lshr i64 %v3, 5
  %v5 = xor i64 %v4, %v0
  %v6 = mul i64 %v5, 131
  %v7 = sub i64 %v6, %v2
  %v8 = ashr i64 %v7, 2
  %v9 = xor i64 %v8, %v3
  %v10 = mul i64 %v9, 29
  %v11 = add i64 %v10, %v6
  %h = call i64 @helper(i64 %v11, i64 7)
  %v12 = xor i64 %h, %v11
  %v13 = mul i64 %v12, 31
  %v14 = lshr i64 %v13, 7
  %v15 = add i64 %v14, %v12
  %v16 = xor i64 %v15, %v9
  %v17 = mul i64 %v16, 1021
  %v18 = sub i64 %v17, %v13
  %b = call i64 @back(i64 %v18)
  %v19 = mul i64 %b, 3
  %v20 = add i64 %v19, %v18
  ret i64 %v20
}
