; Assembly that jumps to labels of the function.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed -e 's/callbr void asm sideeffect .*$/br i1 %%z/' -e 's/^    to label %%one .label %%two.$/  , label %%one, label %%two/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}callbr{{$}}
; CHECK: merged left and right

define i32 @left(ptr %p, i1 %z) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  callbr void asm sideeffect "", "!i"()
    to label %one [label %two]
one:
  ret i32 %c
two:
  ret i32 3
}

define i32 @right(ptr %p, i1 %z) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  callbr void asm sideeffect "", "!i"()
    to label %one [label %two]
one:
  ret i32 %c
two:
  ret i32 5
}
