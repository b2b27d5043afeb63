; undef and poison are two constants. Where one side has undef and the other poison, both get undef: poison would
; be more than undef allows, on either side.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='@note(i32 poison)'
; RUN: sed 's/@note(i32 undef)/@note(i32 POISON)/; s/@note(i32 poison)/@note(i32 undef)/; s/POISON/poison/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --implicit-check-not='@note(i32 poison)'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: call void @note(i32 undef)

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  call void @note(i32 poison)
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  call void @note(i32 undef)
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

declare void @note(i32)
