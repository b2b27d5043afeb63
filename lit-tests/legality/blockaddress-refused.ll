; A label that was taken names a block of this function and of no other.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed '/^@/d' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}address-taken-block{{$}}
; CHECK: merged left and right

@one = constant ptr blockaddress(@left, %next)
@two = constant ptr blockaddress(@right, %next)

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  br label %next
next:
  ret i32 %c
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  br label %next
next:
  ret i32 %c
}
