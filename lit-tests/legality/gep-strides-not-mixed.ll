; Equal operands do not make equal addresses where the sizes of the element types differ.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= getelementptr i'
; RUN: sed 's/getelementptr i64/getelementptr i32/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= getelementptr i'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = getelementptr i
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = getelementptr i

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %f = getelementptr i64, ptr %p, i32 %x
  store i32 7, ptr %f
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %f = getelementptr i32, ptr %p, i32 %x
  store i32 7, ptr %f
  ret i32 %c
}
