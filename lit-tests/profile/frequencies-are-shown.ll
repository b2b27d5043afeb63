; How often blocks run is known without a profile, by LLVM's estimate, and with one. What is dumped says so. A branch that
; the estimate holds for unlikely counts as if it was taken.
; RUN: %opt -passes='f3m<min-size=1;hot=merge;dump=%t.dump>' %s -disable-output
; RUN: %fmerge dump --functions %t.dump | %FileCheck %s
; CHECK: @estimated({{.*}}) {{.*}} 0 calls{{$}}
; CHECK-NEXT: b0:{{$}}
; CHECK: b1: runs 32.00 times{{$}}
; CHECK: b2:{{$}}
; CHECK: @counted({{.*}}) {{.*}}, entered 100 times, hot
; CHECK-NEXT: b0:{{$}}
; CHECK: b1: runs 10.00 times{{$}}
; CHECK: b2:{{$}}
; CHECK: @never({{.*}}) {{.*}}, entered 0 times, cold
; CHECK: @said({{.*}}) {{.*}} 0 calls, cold
; CHECK-NEXT: b0:{{$}}
; CHECK: b1:{{$}}
; CHECK: @straight({{.*}}) {{.*}}, entered 50 times{{$}}
; CHECK-NEXT: b0:{{$}}

define i32 @estimated(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}

define i32 @counted(i32 %n) !prof !20 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end, !prof !23
end:
  ret i32 %next
}

define i32 @never(i32 %n) !prof !21 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}

define i32 @said(i1 %x) cold {
  br i1 %x, label %then, label %else
then:
  ret i32 1
else:
  ret i32 2
}

define i32 @straight(i32 %x) !prof !22 {
  %y = add i32 %x, 1
  ret i32 %y
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
!20 = !{!"function_entry_count", i64 100}
!21 = !{!"function_entry_count", i64 0}
!22 = !{!"function_entry_count", i64 50}
!23 = !{!"branch_weights", i32 9, i32 1}
