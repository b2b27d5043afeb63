; setjmp comes back into the frame of its caller.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed -e 's/ returns_twice//' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}returns-twice{{$}}
; CHECK: merged left and right

declare i32 @setjmp(ptr) returns_twice

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %r = call i32 @setjmp(ptr %p) returns_twice
  ret i32 %r
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %r = call i32 @setjmp(ptr %p) returns_twice
  ret i32 %r
}
