; Functions that are hot, but not among what makes up nine tenths of a profile, have their price. They become no thunks.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=MERGED --implicit-check-not='{{hot$}}'
; RUN: %opt -passes='gfm<force>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=MERGED --implicit-check-not='{{hot$}}'
; RUN: %opt -passes='f3m<min-size=1;hot=merge;dump=%t.dump>' %s -disable-output
; RUN: %fmerge dump --functions %t.dump | %FileCheck %s --check-prefix=SHOWN
; RUN: sed 's/%a, 5/%a, 3/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s --check-prefix=KEPT
; What is counted as often as the most of it stays, and so does what only says that it is hot.
; RUN: sed 's/i64 500}/i64 5000}/' %s | %opt -passes='f3m<force>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=HOT --implicit-check-not=Passed
; RUN: sed 's/i64 500}/i64 5000}/' %s | %opt -passes='f3m<min-size=1;hot=merge;dump=%t.hottest>' -disable-output
; RUN: %fmerge dump --functions %t.hottest | %FileCheck %s --check-prefix=HOTTEST
; RUN: sed 's/!prof !20 {/hot {/' %s | %opt -passes='f3m<force>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=HOT --implicit-check-not=Passed
; MERGED: Passed
; MERGED-NEXT: Pass:
; MERGED-NEXT: Name: {{ *}}merged
; HOT: Name: {{ *}}hot{{$}}
; HOT-NEXT: Function: {{ *}}left
; HOT: Name: {{ *}}hot{{$}}
; HOT-NEXT: Function: {{ *}}right
; SHOWN: entered 500 times, hot{{$}}
; HOTTEST: entered 5000 times, hottest{{$}}
; KEPT: define i32 @right(
; KEPT: mul i32

define i32 @left(ptr %p) !prof !20 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %d = lshr i32 %c, 3
  store i32 %d, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p) !prof !20 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %d = lshr i32 %c, 3
  store i32 %d, ptr %p
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
!13 = !{i32 999999, i64 1, i32 9}
!20 = !{!"function_entry_count", i64 500}
