; An access may rely on the smaller alignment only.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: load i32, ptr %p, align 2
; CHECK: store i32 %b, ptr %q, align 1

define i32 @left(ptr %p, ptr %q) {
  %a = load i32, ptr %p, align 8
  %b = mul i32 %a, 3
  store i32 %b, ptr %q, align 1
  %c = xor i32 %b, 85
  ret i32 %c
}

define i32 @right(ptr %p, ptr %q) {
  %a = load i32, ptr %p, align 2
  %b = mul i32 %a, 5
  store i32 %b, ptr %q, align 16
  %c = xor i32 %b, 85
  ret i32 %c
}
