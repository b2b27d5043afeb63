; Four similar functions become one in one step, though no merge of two of them was asked for: a function joins the pair that
; is first in line. A run by that report merges the same. With `families=2`, pairs and what comes of them are merged.
; RUN: %llvm_tools/lli %s > %t.plain
; RUN: %opt -passes='f3m<report=%t.json;verify>,verify' -S %s -o %t.ll
; RUN: %FileCheck %s < %t.ll
; RUN: %FileCheck %s --check-prefix=REPORT < %t.json
; RUN: %llvm_tools/lli %t.ll | diff %t.plain -
; RUN: %opt -passes='f3m<limit=%t.json;verify>,verify' -S %s -o %t.again.ll
; RUN: diff %t.ll %t.again.ll
; RUN: %opt -passes='f3m<families=3;report=-;verify>,verify' %s -disable-output 2>&1 | %FileCheck %s --check-prefix=THREE
; RUN: %opt -passes='f3m<families=2;report=-;verify>,verify' %s -disable-output 2>&1 | %FileCheck %s --check-prefix=TWO
; RUN: not %opt -passes='f3m<families=1>' %s -disable-output 2>&1 | %FileCheck %s --check-prefix=WRONG

; REPORT: "merges":1,
; REPORT: "members":[{"name":"{{[a-d]}}",{{.*}}{"name":"{{[a-d]}}",{{.*}}{"name":"{{[a-d]}}",{{.*}}{"name":"{{[a-d]}}",
; THREE: "merges":2,
; TWO: "merges":2,
; WRONG: families

; CHECK: define internal {{.*}}.fmerge({{.*}}i32 noundef %[[ID:[a-z.]+]])
; CHECK-NOT: define internal

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@text = private constant [7 x i8] c"%d %d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @a(i32 %x) minsize {
  %a0 = mul i32 %x, 11
  call i32 (ptr, ...) @printf(ptr @text, i32 %a0, i32 0)
  %a1 = xor i32 %a0, 12
  call i32 (ptr, ...) @printf(ptr @text, i32 %a1, i32 1)
  call i32 (ptr, ...) @printf(ptr @text, i32 3, i32 %x)
  %a2 = add i32 %a1, 13
  call i32 (ptr, ...) @printf(ptr @text, i32 %a2, i32 2)
  %a3 = or i32 %a2, 14
  call i32 (ptr, ...) @printf(ptr @text, i32 %a3, i32 3)
  %a4 = mul i32 %a3, 15
  call i32 (ptr, ...) @printf(ptr @text, i32 %a4, i32 4)
  %a5 = xor i32 %a4, 16
  call i32 (ptr, ...) @printf(ptr @text, i32 %a5, i32 5)
  %a6 = add i32 %a5, 17
  call i32 (ptr, ...) @printf(ptr @text, i32 %a6, i32 6)
  %a7 = or i32 %a6, 18
  call i32 (ptr, ...) @printf(ptr @text, i32 %a7, i32 7)
  %r = sub i32 %a7, 3
  ret i32 %r
}

define internal i32 @b(i32 %x) minsize {
  %b0 = mul i32 %x, 11
  call i32 (ptr, ...) @printf(ptr @text, i32 %b0, i32 0)
  %b1 = xor i32 %b0, 12
  call i32 (ptr, ...) @printf(ptr @text, i32 %b1, i32 1)
  %b2 = add i32 %b1, 13
  call i32 (ptr, ...) @printf(ptr @text, i32 %b2, i32 2)
  call i32 (ptr, ...) @printf(ptr @text, i32 5, i32 %x)
  %b3 = or i32 %b2, 14
  call i32 (ptr, ...) @printf(ptr @text, i32 %b3, i32 3)
  %b4 = mul i32 %b3, 15
  call i32 (ptr, ...) @printf(ptr @text, i32 %b4, i32 4)
  %b5 = xor i32 %b4, 16
  call i32 (ptr, ...) @printf(ptr @text, i32 %b5, i32 5)
  %b6 = add i32 %b5, 17
  call i32 (ptr, ...) @printf(ptr @text, i32 %b6, i32 6)
  %b7 = or i32 %b6, 18
  call i32 (ptr, ...) @printf(ptr @text, i32 %b7, i32 7)
  %r = sub i32 %b7, 5
  ret i32 %r
}

define internal i32 @c(i32 %x) minsize {
  %c0 = mul i32 %x, 11
  call i32 (ptr, ...) @printf(ptr @text, i32 %c0, i32 0)
  %c1 = xor i32 %c0, 12
  call i32 (ptr, ...) @printf(ptr @text, i32 %c1, i32 1)
  %c2 = add i32 %c1, 13
  call i32 (ptr, ...) @printf(ptr @text, i32 %c2, i32 2)
  %c3 = or i32 %c2, 14
  call i32 (ptr, ...) @printf(ptr @text, i32 %c3, i32 3)
  call i32 (ptr, ...) @printf(ptr @text, i32 7, i32 %x)
  %c4 = mul i32 %c3, 15
  call i32 (ptr, ...) @printf(ptr @text, i32 %c4, i32 4)
  %c5 = xor i32 %c4, 16
  call i32 (ptr, ...) @printf(ptr @text, i32 %c5, i32 5)
  %c6 = add i32 %c5, 17
  call i32 (ptr, ...) @printf(ptr @text, i32 %c6, i32 6)
  %c7 = or i32 %c6, 18
  call i32 (ptr, ...) @printf(ptr @text, i32 %c7, i32 7)
  %r = sub i32 %c7, 7
  ret i32 %r
}

define internal i32 @d(i32 %x) minsize {
  %d0 = mul i32 %x, 11
  call i32 (ptr, ...) @printf(ptr @text, i32 %d0, i32 0)
  %d1 = xor i32 %d0, 12
  call i32 (ptr, ...) @printf(ptr @text, i32 %d1, i32 1)
  %d2 = add i32 %d1, 13
  call i32 (ptr, ...) @printf(ptr @text, i32 %d2, i32 2)
  %d3 = or i32 %d2, 14
  call i32 (ptr, ...) @printf(ptr @text, i32 %d3, i32 3)
  %d4 = mul i32 %d3, 15
  call i32 (ptr, ...) @printf(ptr @text, i32 %d4, i32 4)
  call i32 (ptr, ...) @printf(ptr @text, i32 9, i32 %x)
  %d5 = xor i32 %d4, 16
  call i32 (ptr, ...) @printf(ptr @text, i32 %d5, i32 5)
  %d6 = add i32 %d5, 17
  call i32 (ptr, ...) @printf(ptr @text, i32 %d6, i32 6)
  %d7 = or i32 %d6, 18
  call i32 (ptr, ...) @printf(ptr @text, i32 %d7, i32 7)
  %r = sub i32 %d7, 9
  ret i32 %r
}

define i32 @main() minsize {
  %r0 = call i32 @a(i32 0)
  %s0 = call i32 @a(i32 %r0)
  call i32 (ptr, ...) @printf(ptr @text, i32 %r0, i32 %s0)
  %r1 = call i32 @b(i32 1)
  %s1 = call i32 @b(i32 %r1)
  call i32 (ptr, ...) @printf(ptr @text, i32 %r1, i32 %s1)
  %r2 = call i32 @c(i32 2)
  %s2 = call i32 @c(i32 %r2)
  call i32 (ptr, ...) @printf(ptr @text, i32 %r2, i32 %s2)
  %r3 = call i32 @d(i32 3)
  %s3 = call i32 @d(i32 %r3)
  call i32 (ptr, ...) @printf(ptr @text, i32 %r3, i32 %s3)
  ret i32 0
}
