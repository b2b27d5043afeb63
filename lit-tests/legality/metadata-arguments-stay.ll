; Metadata is no value: an intrinsic that takes it is compared by it.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= call i1 @llvm.type.test'
; RUN: sed 's/!"two"/!"one"/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= call i1 @llvm.type.test'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = call i1 @llvm.type.test
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = call i1 @llvm.type.test

declare i1 @llvm.type.test(ptr, metadata)

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %t = call i1 @llvm.type.test(ptr %p, metadata !"one")
  store i1 %t, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %t = call i1 @llvm.type.test(ptr %p, metadata !"two")
  store i1 %t, ptr %p
  ret i32 %c
}
