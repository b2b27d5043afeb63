
!0 = !{!"function_entry_count", i64 50}
!llvm.module.flags = !{!1}
!1 = !{i32 1, !"ProfileSummary", !2}
!2 = !{!3, !4, !5, !6, !7, !8, !9, !10}
!3 = !{!"ProfileFormat", !"InstrProf"}
!4 = !{!"TotalCount", i64 10000000000}
!5 = !{!"MaxCount", i64 1000000}
!6 = !{!"MaxInternalCount", i64 1000000}
!7 = !{!"MaxFunctionCount", i64 1000000}
!8 = !{!"NumCounts", i64 10}
!9 = !{!"NumFunctions", i64 4}
!10 = !{!"DetailedSummary", !11}
!11 = !{!12, !13}
!12 = !{i32 990000, i64 100000, i32 5}
!13 = !{i32 999999, i64 1, i32 9}
