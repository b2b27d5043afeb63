; A call that a symbol deactivates merges with no other.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void %q'
; RUN: sed 's/ [[] "deactivation-symbol"(ptr @[a-z]*) ]//' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call void %q'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call void %q
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call void %q

@one = external global i8
@two = external global i8
define i32 @left(ptr %p, ptr %q, ptr %r) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call void %q() [ "deactivation-symbol"(ptr @one) ]
  ret i32 %c
}

define i32 @right(ptr %p, ptr %q, ptr %r) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void %q() [ "deactivation-symbol"(ptr @two) ]
  ret i32 %c
}
