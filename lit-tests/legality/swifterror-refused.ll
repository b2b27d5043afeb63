; A swifterror value lives in a register of its own: no select, no φ, no other parameter.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed 's/ swifterror / /' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}swifterror{{$}}
; CHECK: merged left and right

define void @left(ptr %p, ptr swifterror %e) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  store ptr %p, ptr %e
  ret void
}

define void @right(ptr %p, ptr swifterror %e) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  store ptr %p, ptr %e
  ret void
}
