; The index of extractvalue is part of the instruction.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= extractvalue'
; RUN: sed 's/ %e, 1/ %e, 0/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= extractvalue'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = extractvalue
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = extractvalue

define i32 @left(ptr %p, { i32, i32 } %e) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %v = extractvalue { i32, i32 } %e, 0
  store i32 %v, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p, { i32, i32 } %e) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %v = extractvalue { i32, i32 } %e, 1
  store i32 %v, ptr %p
  ret i32 %c
}
