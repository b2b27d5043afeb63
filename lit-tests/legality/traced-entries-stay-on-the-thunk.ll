; A kernel's tracer patches the call of __fentry__ at a function's entry (-pg -mfentry): callers keep calling that entry, and the
; shared body has none, so that each call is traced once.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/, 78/, 77/' %s | %opt -passes='identical<force;verify>,verify' -S | %FileCheck %s
; RUN: %opt -passes='f3m<force>' %s | %llc -o - | %FileCheck %s --check-prefix=CODE --implicit-check-not=__fentry__
; CHECK: define internal i32 @a(i32 %x) [[TRACED:#[0-9]+]]
; CHECK-NEXT: call i32 @[[BODY:[a-z]+[.][a-z]+]](
; CHECK: define internal i32 @b(i32 %x) [[TRACED]]
; CHECK-NEXT: call i32 @[[BODY]](
; CHECK: define i32 @caller(
; CHECK-NEXT: call i32 @a(
; CHECK-NEXT: call i32 @b(
; CHECK: define internal i32 @[[BODY]](
; CHECK: attributes [[TRACED]] = { "fentry-call"="true" "mnop-mcount" "mrecord-mcount" }
; CHECK-NOT: fentry
; CODE-COUNT-2: callq __fentry__

target triple = "x86_64-unknown-linux-gnu"

define internal i32 @a(i32 %x) "fentry-call"="true" "mnop-mcount" "mrecord-mcount" {
  %y = mul i32 %x, 77
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}

define internal i32 @b(i32 %x) "fentry-call"="true" "mnop-mcount" "mrecord-mcount" {
  %y = mul i32 %x, 78
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}

define i32 @caller(i32 %x) {
  %r = call i32 @a(i32 %x)
  %s = call i32 @b(i32 %r)
  ret i32 %s
}
