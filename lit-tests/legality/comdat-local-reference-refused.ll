; Code outside of a comdat may not name its local symbols: the linker may throw them away.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed 's/,* comdat(.group)//' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}comdat-local-reference{{$}}
; CHECK: merged left and right

$group = comdat any
@local = internal global i32 7, comdat($group)

define i32 @left(ptr %p) comdat($group) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %d = load i32, ptr @local
  %r = add i32 %c, %d
  ret i32 %r
}

define i32 @right(ptr %p) comdat($group) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %d = load i32, ptr @local
  %r = add i32 %c, %d
  ret i32 %r
}
