; Assembly with and without side effects is not the same, even with equal text.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void asm'
; RUN: sed 's/asm sideeffect alignstack/asm sideeffect/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call void asm'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call void asm
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call void asm

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call void asm sideeffect alignstack "nop", ""()
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void asm sideeffect "nop", ""()
  ret i32 %c
}
