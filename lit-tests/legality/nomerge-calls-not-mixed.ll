; A call that asks not to be merged is not, even with an equal one.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void @report'
; RUN: sed 's/ nomerge$//' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call void @report'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call void @report
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call void @report

declare void @report()

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call void @report() nomerge
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void @report() nomerge
  ret i32 %c
}
