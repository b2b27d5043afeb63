; Whether denormal numbers count as zero goes for the whole body.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --allow-empty --implicit-check-not=Passed
; RUN: sed 's/preserve-sign,preserve-sign/ieee,ieee/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=ALIKE
; ALIKE: merged left and right

define i32 @left(ptr %p) "denormal-fp-math"="ieee,ieee" {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @right(ptr %p) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}
