; A musttail call needs a caller of the callee's own prototype, which one more parameter breaks.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed 's/ musttail / tail /' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}musttail{{$}}
; CHECK: merged left and right

declare i32 @next(ptr)

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %r = musttail call i32 @next(ptr %p)
  ret i32 %r
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %r = musttail call i32 @next(ptr %p)
  ret i32 %r
}
