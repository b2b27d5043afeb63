; The slot of a swifterror value may only be loaded, stored and passed.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed -e 's/alloca swifterror/alloca/' -e 's/ptr swifterror/ptr/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}swifterror{{$}}
; CHECK: merged left and right

declare void @may_throw(ptr swifterror)

define ptr @left(ptr %p) {
  %e = alloca swifterror ptr
  store ptr null, ptr %e
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @may_throw(ptr swifterror %e)
  %r = load ptr, ptr %e
  ret ptr %r
}

define ptr @right(ptr %p) {
  %e = alloca swifterror ptr
  store ptr null, ptr %e
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @may_throw(ptr swifterror %e)
  %r = load ptr, ptr %e
  ret ptr %r
}
