; Bodies that differ in their profiles had names of their own, or code in another order that was not folded. What one
; function was seen to do does not hold of the others whose work its body does: shared bodies have no profile, so it
; does not matter which one the linker keeps. What the source expects of a branch holds of all, stays, and counts.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s && %fmerge combine %t.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=comdat;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=icf;verify>,verify' -S %s | %FileCheck %s --check-prefix=ICF
target triple = "x86_64-unknown-linux-gnu"

declare i32 @use(i32)

; CHECK: define i32 @first(i32 %x) !prof [[COUNT:![0-9]+]]
; CHECK-NEXT: tail call i32 @[[SHARED:fmerge\.[0-9a-f]+]](i32 %x, i32 11)
define i32 @first(i32 %x) !prof !0 {
  %a = call i32 @use(i32 11), !prof !2
  %b = icmp eq i32 %a, %x
  br i1 %b, label %rare, label %often, !prof !3
rare:
  %c = call i32 @use(i32 %a)
  ret i32 %c
often:
  %d = icmp ugt i32 %a, %x
  %e = select i1 %d, i32 %a, i32 %x, !prof !3
  ret i32 %e
}

; CHECK: define i32 @second(i32 %x) !prof
; CHECK-NEXT: tail call i32 @[[SHARED]](i32 %x, i32 12)
define i32 @second(i32 %x) !prof !1 {
  %a = call i32 @use(i32 12)
  %b = icmp eq i32 %a, %x
  br i1 %b, label %rare, label %often, !prof !4
rare:
  %c = call i32 @use(i32 %a)
  ret i32 %c
often:
  %d = icmp ugt i32 %a, %x
  %e = select i1 %d, i32 %a, i32 %x
  ret i32 %e
}

; CHECK: define i32 @expecting(i32 %x)
; CHECK-NEXT: tail call i32 @[[OTHER:fmerge\.[0-9a-f]+]](i32 %x, i32 13)
define i32 @expecting(i32 %x) {
  %a = call i32 @use(i32 13)
  %b = icmp eq i32 %a, %x
  br i1 %b, label %rare, label %often, !prof !5
rare:
  %c = call i32 @use(i32 %a)
  ret i32 %c
often:
  %d = icmp ugt i32 %a, %x
  %e = select i1 %d, i32 %a, i32 %x
  ret i32 %e
}

; CHECK: define linkonce_odr hidden i32 @[[SHARED]](i32 %x, i32 %0) unnamed_addr #{{[0-9]+}} comdat {
; CHECK-NOT: !prof
; CHECK: define linkonce_odr hidden i32 @[[OTHER]](
; CHECK: br i1 %b, label %rare, label %often, !prof [[EXPECTED:![0-9]+]]
; CHECK: [[EXPECTED]] = !{!"branch_weights", !"expected", i32 1, i32 2000}
; ICF: define internal i32 @first.Tgm(i32 %x, i32 %0) unnamed_addr #{{[0-9]+}} {
; ICF-NOT: !prof
; ICF: define internal i32 @expecting.Tgm(

!0 = !{!"function_entry_count", i64 1000}
!1 = !{!"function_entry_count", i64 3}
!2 = !{!"branch_weights", i32 1000}
!3 = !{!"branch_weights", i32 1, i32 999}
!4 = !{!"branch_weights", i32 2, i32 1}
!5 = !{!"branch_weights", !"expected", i32 1, i32 2000}
