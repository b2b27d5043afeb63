; Two atomicrmw of different operations are two (StructuralHash takes them for one).
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= atomicrmw'
; RUN: sed 's/atomicrmw sub/atomicrmw add/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= atomicrmw'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = atomicrmw
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = atomicrmw

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %v = atomicrmw sub ptr %p, i32 %x seq_cst
  store i32 %v, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %v = atomicrmw add ptr %p, i32 %x seq_cst
  store i32 %v, ptr %p
  ret i32 %c
}
