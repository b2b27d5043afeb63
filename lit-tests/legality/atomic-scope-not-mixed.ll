; Synchronisation scopes are part of the operation.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='fence'
; RUN: sed 's/ syncscope("singlethread")//' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='fence'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: fence
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: fence

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  fence syncscope("singlethread") seq_cst
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  fence seq_cst
  ret i32 %c
}
