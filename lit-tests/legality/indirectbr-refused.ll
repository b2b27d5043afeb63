; A jump to a computed address cannot be pointed elsewhere. Without its blocks taken, it is still refused.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed -e 's/indirectbr ptr %%q, .label %%one, label %%two./br i1 %%z, label %%one, label %%two/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}indirect-branch{{$}}
; CHECK: merged left and right

define i32 @left(ptr %p, ptr %q, i1 %z) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  indirectbr ptr %q, [label %one, label %two]
one:
  ret i32 %c
two:
  ret i32 3
}

define i32 @right(ptr %p, ptr %q, i1 %z) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  indirectbr ptr %q, [label %one, label %two]
one:
  ret i32 %c
two:
  ret i32 5
}
