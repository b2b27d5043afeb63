; A volatile access and a plain one do not become one: the plain one may not be added to what a device sees.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='i64 7'
; RUN: sed 's/store volatile/store/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='i64 7'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: i64 7
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: i64 7

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  store volatile i64 7, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  store i64 7, ptr %p
  ret i32 %c
}
