; A comparison is its predicate, or the mirror image of it.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= icmp'
; RUN: sed 's/icmp slt/icmp ult/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= icmp'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = icmp
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = icmp

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %v = icmp slt i32 %x, %b
  store i1 %v, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %v = icmp ult i32 %x, %b
  store i1 %v, ptr %p
  ret i32 %c
}
