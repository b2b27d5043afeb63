; A shuffle is its mask; published mergers do not compare it.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= shufflevector'
; RUN: sed 's/i32 3, i32 2, i32 1, i32 0/i32 0, i32 1, i32 2, i32 7/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= shufflevector'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = shufflevector
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = shufflevector

define i32 @left(ptr %p, <4 x i32> %w) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %v = load <4 x i32>, ptr %p
  %s = shufflevector <4 x i32> %v, <4 x i32> %w, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  store <4 x i32> %s, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p, <4 x i32> %w) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %v = load <4 x i32>, ptr %p
  %s = shufflevector <4 x i32> %v, <4 x i32> %w, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  store <4 x i32> %s, ptr %p
  ret i32 %c
}
