; `only` takes part by name, `others=skip` by attribute, `min-size` by number of instructions; the rest is
; refused by name.
; RUN: %opt -passes='f3m<force;only=^a>' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=ONLY
; RUN: %opt -passes='f3m<force;others=skip>' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=SIZE
; RUN: %opt -passes='f3m<force;min-size=6>' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=ALL
; RUN: %opt -passes='f3m<force;min-size=7>' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=SMALL --implicit-check-not=Passed
; ONLY-COUNT-2: Name: {{ *}}not-selected
; ONLY-NOT: Name: {{ *}}not-selected
; ONLY: merged a1 and a2
; ONLY-NOT: Passed
; SIZE-COUNT-2: Name: {{ *}}not-selected
; SIZE-NOT: Name: {{ *}}not-selected
; SIZE: merged b1 and b2
; SIZE-NOT: Passed
; ALL-NOT: Missed
; ALL-DAG: merged a1 and a2
; ALL-DAG: merged b1 and b2
; SMALL-COUNT-4: Name: {{ *}}too-small

define i32 @a1(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @a2(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @b1(ptr %p) minsize {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @b2(ptr %p) minsize {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}
