; Two known callees stay known: no call is made indirect, which would need to be checked, signed or predicted.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void @'
; RUN: sed 's/call void @second/call void @first/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call void @'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call void @
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call void @

declare void @first()
declare void @second()

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call void @first()
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void @second()
  ret i32 %c
}
