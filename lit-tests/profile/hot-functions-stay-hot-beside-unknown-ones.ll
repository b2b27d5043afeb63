; A function that the profile does not know takes nothing from one that is known: the sum of the known counts is the least
; that the body can have. Before, one template instance that had no counts made all equal ones look as if they had no
; profile, and LLVM no longer inlined their hot calls.
; RUN: sed 's/%a, 5/%a, 3/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s --check-prefixes=CHECK,EQUAL
; RUN: sed 's/%a, 5/%a, 3/; s/ !prof !20 {/ {/; s/\(@right.*\) {/\1 !prof !20 {/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s --check-prefixes=CHECK,EQUAL
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,MERGED
; RUN: %opt -passes='gfm<force>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,MERGED
; EQUAL: define internal i32 @left({{.*}} !prof ![[COUNT:[0-9]+]] {
; MERGED: define internal i32 @left.{{fmerge|gfm}}({{.*}} !prof ![[COUNT:[0-9]+]] {
; CHECK: br i1 %c, {{.*}}, !prof ![[WEIGHTS:[0-9]+]]
; CHECK-DAG: ![[COUNT]] = !{!"function_entry_count", i64 50}
; CHECK-DAG: ![[WEIGHTS]] = !{!"branch_weights", i32 77, i32 3}

; Which of both runs is not said where one is not known.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --check-prefix=CHOICE --implicit-check-not='select i1 %fmerge.id{{.*}}!prof'
; CHOICE: %fmerge.id

; Where what is known is cold, nothing is said: the other may be new, and run often.
; RUN: sed 's/i64 50}/i64 1}/; s/%a, 5/%a, 3/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s --check-prefix=COLD
; RUN: sed 's/i64 50}/i64 1}/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=COLD
; COLD: define internal i32 @left{{[.a-z]*}}({{[^!]*}} {

declare void @f(i32)
declare void @g()

define internal i32 @left(ptr %p) !prof !20 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = icmp slt i32 %b, 7
  call void @f(i32 %b)
  br i1 %c, label %yes, label %no, !prof !21
yes:
  call void @f(i32 1)
  ret i32 %b
no:
  call void @g()
  ret i32 %a
}

define internal i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = icmp slt i32 %b, 7
  call void @f(i32 %b)
  br i1 %c, label %yes, label %no
yes:
  call void @f(i32 1)
  ret i32 %b
no:
  call void @g()
  ret i32 %a
}

define i32 @main(ptr %p) {
  %a = call i32 @left(ptr %p)
  %b = call i32 @right(ptr %p)
  %c = add i32 %a, %b
  ret i32 %c
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ProfileSummary", !1}
!1 = !{!2, !3, !4, !5, !6, !7, !8, !9}
!2 = !{!"ProfileFormat", !"InstrProf"}
!3 = !{!"TotalCount", i64 10000}
!4 = !{!"MaxCount", i64 5000}
!5 = !{!"MaxInternalCount", i64 5000}
!6 = !{!"MaxFunctionCount", i64 5000}
!7 = !{!"NumCounts", i64 10}
!8 = !{!"NumFunctions", i64 4}
!9 = !{!"DetailedSummary", !10}
!10 = !{!11, !12, !13}
!11 = !{i32 900000, i64 1000, i32 2}
!12 = !{i32 990000, i64 100, i32 5}
!13 = !{i32 999999, i64 2, i32 9}
!20 = !{!"function_entry_count", i64 50}
!21 = !{!"branch_weights", i32 77, i32 3}
