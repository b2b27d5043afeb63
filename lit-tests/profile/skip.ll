; `skip` leaves functions out by their names, also of those that `only` lets in.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --check-prefix=BOTH
; RUN: %opt -passes='f3m<force;verify;skip=^right>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=NONE
; RUN: %opt -passes='f3m<force;verify;only=t$;skip=^right>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=NONE
; RUN: %opt -passes='gfm<force;skip=right>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=NONE
; RUN: %opt -passes='fmerge<force;skip=right>,verify' -S %s | %FileCheck %s --check-prefix=APART --implicit-check-not=.fmerge
; BOTH: @left.fmerge(
; NONE: Name: {{ *}}not-selected
; NONE-NEXT: Function: {{ *}}right
; APART: @right(

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}
