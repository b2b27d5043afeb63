; A result that is extended is not one that is not: callers rely on it.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --allow-empty --implicit-check-not=Passed
; RUN: sed 's/signext i16/i16/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=ALIKE
; ALIKE: merged left and right

define i16 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  %e = trunc i32 %d to i16
  ret i16 %e
}

define signext i16 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  %e = trunc i32 %d to i16
  ret i16 %e
}
