; Stack slots of different types are two (StructuralHash does not see the size).
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= alloca'
; RUN: sed 's/alloca .12 x i8./alloca [8 x i8]/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= alloca'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = alloca
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = alloca

declare void @fill(ptr)

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %s = alloca [8 x i8]
  call void @fill(ptr %s)
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %s = alloca [12 x i8]
  call void @fill(ptr %s)
  ret i32 %c
}
