; An instruction with metadata that nobody has thought about merges with none.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void @report'
; RUN: sed 's/, !mystery !0//' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call void @report'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call void @report
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call void @report

declare void @report(i32, i32, i32)

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call void @report(i32 1, i32 2, i32 3), !mystery !0
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void @report(i32 4, i32 5, i32 6), !mystery !0
  ret i32 %c
}

!0 = !{!"tag", !"value"}
