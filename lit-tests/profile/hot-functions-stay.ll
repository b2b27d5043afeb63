; What a profile calls hot is not touched, unless the options let it take part.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=HOT --implicit-check-not=Passed
; RUN: %opt -passes='gfm<force>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=HOT --implicit-check-not=Passed
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=HOT
; RUN: %opt -passes='f3m<force;verify;hot=merge>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=MERGED --implicit-check-not='{{hot$}}'
; RUN: %opt -passes='gfm<force;hot=merge>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=MERGED --implicit-check-not='{{hot$}}'
; An attribute that says otherwise is mistaken.
; RUN: sed 's/ !prof !20/ cold !prof !20/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=HOT --implicit-check-not=Passed
; HOT: Name: {{ *}}hot{{$}}
; HOT-NEXT: Function: {{ *}}left
; HOT: Name: {{ *}}hot{{$}}
; HOT-NEXT: Function: {{ *}}right
; MERGED: Passed
; MERGED-NEXT: Pass:
; MERGED-NEXT: Name: {{ *}}merged

; Equal functions are merged where neither becomes a thunk: the one that goes loses nothing.
; RUN: sed 's/%a, 5/%a, 3/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s --check-prefix=KEPT
; RUN: sed 's/%a, 5/%a, 3/; s/define i32/define internal i32/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s --check-prefix=GONE --implicit-check-not=@right
; RUN: sed 's/%a, 5/%a, 3/' %s | %opt -passes='identical<force;hot=merge>,verify' -S | %FileCheck %s --check-prefix=THUNK
; KEPT: define i32 @right(
; KEPT: mul i32
; GONE: define internal i32 @left(
; THUNK: define i32 @right(
; THUNK-NEXT: tail call i32 @left(

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

define i32 @main(ptr %p) !prof !21 {
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
!4 = !{!"MaxCount", i64 1000}
!5 = !{!"MaxInternalCount", i64 1000}
!6 = !{!"MaxFunctionCount", i64 1000}
!7 = !{!"NumCounts", i64 10}
!8 = !{!"NumFunctions", i64 4}
!9 = !{!"DetailedSummary", !10}
!10 = !{!11, !12}
!11 = !{i32 990000, i64 100, i32 5}
!12 = !{i32 999999, i64 1, i32 9}
!20 = !{!"function_entry_count", i64 500}
!21 = !{!"function_entry_count", i64 50}
