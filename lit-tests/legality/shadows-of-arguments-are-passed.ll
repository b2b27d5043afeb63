; MemorySanitizer passes the shadows of arguments that are not `noundef` beside them, and checks the others in the caller.
; So `noundef` is part of how a value is passed: parameters with and without it stay two, and a caller that has no value
; for one passes zero, for poison would be reported.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify>,msan,verify' -disable-output %s
; RUN: sed 's/sanitize_memory//' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=PLAIN
; RUN: %opt -passes='identical<speed=ignore>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --allow-empty --check-prefix=EQUAL --implicit-check-not='merged results'
; RUN: sed 's/sanitize_memory//' %s | %opt -passes='identical<speed=ignore>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=BOTH

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; EQUAL: {{^}}
; BOTH: results_one

; CHECK: call void @left.fmerge(ptr %p, i64 %x, i64 noundef 0, i1 {{(noundef )?}}false)
; CHECK: call void @left.fmerge(ptr %p, i64 0, i64 noundef %x, i1 {{(noundef )?}}true)
; CHECK: define internal void @left.fmerge(ptr %p, i64 %{{[a-z.0-9]+}}, i64 noundef %{{[a-z.0-9]+}}, i1 noundef %fmerge.id)
; PLAIN: define internal void @left.fmerge(ptr %p, i64 %{{[a-z.0-9]+}}, i1 noundef %fmerge.id)

define void @caller(ptr %p, i64 noundef %x) sanitize_memory {
  call void @left(ptr %p, i64 %x)
  call void @right(ptr %p, i64 noundef %x)
  ret void
}

define internal void @left(ptr %p, i64 %x) sanitize_memory {
  %a = mul i64 %x, 3
  %b = xor i64 %a, 85
  %c = lshr i64 %b, 2
  store i64 %c, ptr %p
  ret void
}

define internal void @right(ptr %p, i64 noundef %x) sanitize_memory {
  %a = mul i64 %x, 5
  %b = xor i64 %a, 85
  %c = lshr i64 %b, 2
  store i64 %c, ptr %p
  ret void
}

; Equal but for what is said of the result.
define noundef i32 @results_one(ptr %p) sanitize_memory {
  %v = load i32, ptr %p
  %w = mul i32 %v, 77
  ret i32 %w
}

define i32 @results_two(ptr %p) sanitize_memory {
  %v = load i32, ptr %p
  %w = mul i32 %v, 77
  ret i32 %w
}
