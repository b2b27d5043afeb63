; Without a profile, `others=skip` goes by minsize and optsize alone: the attribute cold is not enough, as LLVM gives it
; to every function that always comes to a cold one. With a profile, cold functions take part.
; RUN: %opt -passes='f3m<force;others=skip>,verify' -S %s | %FileCheck %s --implicit-check-not=.fmerge
; RUN: sed 's/^;PROFILED //' %s | %opt -passes='f3m<force;others=skip>,verify' -S | %FileCheck %s --check-prefix=MERGED
; RUN: sed 's/^;PROFILED //; s/ cold / /' %s | %opt -passes='f3m<force;others=skip>,verify' -S | %FileCheck %s --implicit-check-not=.fmerge
; CHECK: @right(
; MERGED: @left.fmerge(

define i32 @left(ptr %p) cold {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p) cold {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}

;PROFILED !llvm.module.flags = !{!0}
!0 = !{i32 1, !"ProfileSummary", !1}
!1 = !{!2, !3, !4, !5, !6, !7, !8, !9}
!2 = !{!"ProfileFormat", !"InstrProf"}
!3 = !{!"TotalCount", i64 10000}
!4 = !{!"MaxCount", i64 1000}
!5 = !{!"MaxInternalCount", i64 1000}
!6 = !{!"MaxFunctionCount", i64 1000}
!7 = !{!"NumCounts", i64 10}
!8 = !{!"NumFunctions", i64 4}
!9 = !{!"DetailedSummary", !10}
!10 = !{!11, !12}
!11 = !{i32 990000, i64 100, i32 5}
!12 = !{i32 999999, i64 1, i32 9}
