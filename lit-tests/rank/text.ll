; The ranking as text: what was searched and how, then one pair a line, most similar first.
; RUN: %opt -passes=f3m-rank -disable-output %s | %FileCheck %s --match-full-lines --strict-whitespace
; RUN: %opt -passes='f3m-rank<out=%t.txt>' -disable-output %s | count 0
; RUN: %FileCheck %s --match-full-lines --strict-whitespace < %t.txt
;      CHECK:3 functions, 1 pairs; rows 2, bands 100, bucket cap 100, threshold 0.2500; {{[0-9]+}} comparisons, 0 cap hits
; CHECK-NEXT:similarity  alignment  saved  left size  right size  left  right
; CHECK-NEXT:    1.0000     1.0000  {{ *[0-9]+}}          6           6  one   two
;  CHECK-NOT:{{.}}

define i32 @one(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @two(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define double @apart(double %x) {
  %a = fadd double %x, 1.0
  %b = fdiv double %a, %x
  %c = fneg double %b
  ret double %c
}
