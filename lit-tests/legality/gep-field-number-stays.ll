; The number of a field of a structure must stay a constant.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= getelementptr %pair'
; RUN: sed 's/i32 2$/i32 1/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= getelementptr %pair'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = getelementptr %pair
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = getelementptr %pair

%pair = type { i32, i32, i32 }

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %f = getelementptr %pair, ptr %p, i32 %x, i32 1
  store i32 7, ptr %f
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %f = getelementptr %pair, ptr %p, i32 %x, i32 2
  store i32 7, ptr %f
  ret i32 %c
}
