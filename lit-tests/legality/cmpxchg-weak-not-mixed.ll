; A weak cmpxchg may fail for no reason; a strong one may not.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= cmpxchg'
; RUN: sed 's/cmpxchg weak/cmpxchg/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= cmpxchg'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = cmpxchg
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = cmpxchg

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %v = cmpxchg weak ptr %p, i32 %x, i32 1 seq_cst seq_cst
  %w = extractvalue { i32, i1 } %v, 0
  store i32 %w, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %v = cmpxchg ptr %p, i32 %x, i32 1 seq_cst seq_cst
  %w = extractvalue { i32, i1 } %v, 0
  store i32 %w, ptr %p
  ret i32 %c
}
