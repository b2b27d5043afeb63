; Functions of BPF take five arguments at most: with the identifier these would take six, which code generation
; refuses.
; RUN: %opt -passes='f3m<force;verify>' -S %s | %FileCheck %s --implicit-check-not=.fmerge
; RUN: %opt -passes='f3m<force;verify>' %s | llc -o /dev/null
; CHECK: define i64 @a(
; CHECK: define i64 @b(
target triple = "bpfel"

define i64 @a(i64 %x, i64 %b, i64 %c, i64 %d, i64 %e) {
  %y = mul i64 %x, 77
  %z = xor i64 %y, 12345
  %w = udiv i64 %z, %e
  %v = add i64 %w, %b
  %u = add i64 %v, %c
  %t = sub i64 %u, %d
  ret i64 %t
}

define i64 @b(i64 %x, i64 %b, i64 %c, i64 %d, i64 %e) {
  %y = mul i64 %x, 77
  %z = xor i64 %y, 12345
  %w = udiv i64 %z, %e
  %v = sub i64 %w, %b
  %u = add i64 %v, %c
  %t = sub i64 %u, %d
  ret i64 %t
}
