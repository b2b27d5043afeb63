; Ranking only looks: the module is as before, where merging would change it.
; RUN: %opt -passes=verify -S %s -o %t.before.ll
; RUN: %opt -passes='f3m-rank<explore=5;out=%t.txt>' -S %s -o %t.after.ll
; RUN: diff %t.before.ll %t.after.ll
; RUN: %opt -passes='f3m<force>' -S %s -o %t.merged.ll
; RUN: not cmp -s %t.before.ll %t.merged.ll

define i32 @one(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @two(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define double @apart(double %x) {
  %a = fadd double %x, 1.0
  %b = fdiv double %a, %x
  %c = fneg double %b
  ret double %c
}
