; A function's address is not its address without a CFI jump table, nor its address as far as it is local,
; nor its signed address: each stays what it is. So do undef and poison.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @left.fmerge(
; CHECK-DAG: ptr no_cfi @target
; CHECK-DAG: ptr @target
; CHECK-DAG: ptr dso_local_equivalent @target
; CHECK-DAG: ptr ptrauth (ptr @target, i32 0)
; CHECK-DAG: ptr ptrauth (ptr @target, i32 1)
; CHECK-NOT: define

declare void @target()

define i32 @left(ptr %p) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store volatile ptr no_cfi @target, ptr %p
  store volatile ptr dso_local_equivalent @target, ptr %p
  store volatile ptr ptrauth (ptr @target, i32 0), ptr %p
  ret i32 %c
}

define i32 @right(ptr %p) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store volatile ptr @target, ptr %p
  store volatile ptr @target, ptr %p
  store volatile ptr ptrauth (ptr @target, i32 1), ptr %p
  ret i32 %c
}
