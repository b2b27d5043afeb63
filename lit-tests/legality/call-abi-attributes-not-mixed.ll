; An argument extended by the caller is not one that is not: the callee relies on it.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void %q'
; RUN: sed 's/i8 signext %y/i8 %y/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call void %q'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call void %q
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call void %q

define i32 @left(ptr %p, ptr %q, i8 %y) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call void %q(i8 signext %y)
  ret i32 %c
}

define i32 @right(ptr %p, ptr %q, i8 %y) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void %q(i8 %y)
  ret i32 %c
}
