; The index of insertvalue is part of the instruction.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= insertvalue'
; RUN: sed 's/i32 %%x, 1/i32 %%x, 0/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= insertvalue'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = insertvalue
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = insertvalue

define i32 @left(ptr %p, { i32, i32 } %e, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %v = insertvalue { i32, i32 } %e, i32 %x, 0
  store { i32, i32 } %v, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p, { i32, i32 } %e, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %v = insertvalue { i32, i32 } %e, i32 %x, 1
  store { i32, i32 } %v, ptr %p
  ret i32 %c
}
