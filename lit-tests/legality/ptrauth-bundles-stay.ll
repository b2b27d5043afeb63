; The callee of an authenticated call is signed for that place.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void %q'
; RUN: sed 's/ [[] "ptrauth"(i32 [0-9], i64 [0-9]*) ]//' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call void %q'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call void %q
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call void %q

define i32 @left(ptr %p, ptr %q) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call void %q() [ "ptrauth"(i32 0, i64 11) ]
  ret i32 %c
}

define i32 @right(ptr %p, ptr %q) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void %q() [ "ptrauth"(i32 0, i64 12) ]
  ret i32 %c
}
