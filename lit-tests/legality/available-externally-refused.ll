; A copy for inlining only: the real body is elsewhere, and this one is never emitted.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed 's/ available_externally / /' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}available-externally{{$}}
; CHECK: merged left and right

define available_externally i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}

define available_externally i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}
