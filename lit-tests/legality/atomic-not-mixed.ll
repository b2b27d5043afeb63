; An atomic access and a plain one, or two of different orderings, do not become one.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='load atomic i32'
; RUN: sed 's/ acquire,/ seq_cst,/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='load atomic i32'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: load atomic i32
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: load atomic i32

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %v = load atomic i32, ptr %p acquire, align 4
  store i32 %v, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %v = load atomic i32, ptr %p seq_cst, align 4
  store i32 %v, ptr %p
  ret i32 %c
}
