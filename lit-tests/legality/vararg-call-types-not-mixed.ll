; Calls of a variadic function with arguments of different types are two; with different values they are one.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='@printf(ptr %p'
; RUN: sed 's/double 2.0/i32 2/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='@printf(ptr %p'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: @printf(ptr %p
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: @printf(ptr %p

declare i32 @printf(ptr, ...)

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call i32 (ptr, ...) @printf(ptr %p, i32 1)
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call i32 (ptr, ...) @printf(ptr %p, double 2.0)
  ret i32 %c
}
