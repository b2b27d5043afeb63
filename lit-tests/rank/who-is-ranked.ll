; The options that choose functions and candidates choose them here too: names, attributes, sizes, threshold.
; RUN: %opt -passes='f3m-rank<explore=9;threshold=0.9>' -disable-output %s | %FileCheck %s --check-prefix=ALIKE
; RUN: %opt -passes='f3m-rank<explore=9>' -disable-output %s | %FileCheck %s --check-prefix=ALL
; RUN: %opt -passes='f3m-rank<only=^a>' -disable-output %s | %FileCheck %s --check-prefix=ONLY
; RUN: %opt -passes='f3m-rank<size-only>' -disable-output %s | %FileCheck %s --check-prefix=SIZE
; RUN: %opt -passes='f3m-rank<min-size=7>' -disable-output %s | %FileCheck %s --check-prefix=LARGE
; ALIKE: 5 functions, 2 pairs; {{.*}}threshold 0.9000
; ALIKE: 1.0000 {{.*}} a1{{ +}}a2
; ALIKE: 1.0000 {{.*}} b1{{ +}}b2
; ALIKE-NOT: half
; ALL: 5 functions, {{[3-9]}} pairs
; ALL: 1.0000 {{.*}} a1{{ +}}a2
; ALL: 0.{{[1-9][0-9]*}} {{.*}} half
; ONLY: 2 functions, 1 pairs
; ONLY: a1{{ +}}a2
; SIZE: 2 functions, 1 pairs
; SIZE: b1{{ +}}b2
; LARGE: 1 functions, 0 pairs

define i32 @a1(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @a2(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @b1(ptr %p) minsize {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @b2(ptr %p) minsize {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @half(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %x = sdiv i32 %c, %a
  %y = shl i32 %x, 3
  store i32 %y, ptr %p
  ret i32 %y
}
