; A function that can be patched while the program runs is entered where it is patched: its callers keep calling it,
; and so does it itself.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/, 78/, 77/' %s | %opt -passes='identical<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/, 78/, 77/;s/"patchable-function-entry"="5"/"patchable-function"="prologue-short-redirect"/' %s | %opt -passes='identical<force;verify>,verify' -S | %FileCheck %s
; CHECK: define internal i32 @a(i32 %x)
; CHECK-NEXT: call i32 @{{[a-z]+[.][a-z]+}}(
; CHECK: define internal i32 @b(i32 %x)
; CHECK-NEXT: call i32 @{{[a-z]+[.][a-z]+}}(
; CHECK: define i32 @caller(
; CHECK-NEXT: call i32 @a(
; CHECK-NEXT: call i32 @b(

target triple = "x86_64-unknown-linux-gnu"

define internal i32 @a(i32 %x) "patchable-function-entry"="5" {
  %y = mul i32 %x, 77
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}

define internal i32 @b(i32 %x) "patchable-function-entry"="5" {
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
