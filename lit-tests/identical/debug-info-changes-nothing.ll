; With debug information the same is merged, to the same code; loops name their lines, which tells nothing apart.
; The kept body keeps its locations, the thunk its subprogram, and a redirected call its line, behind the name of what
; it called.
; RUN: %opt -passes='identical<verify>,verify' -S < %s > %t.debug.ll
; RUN: %opt -strip-debug -S < %t.debug.ll > %t.stripped-after.ll
; RUN: %opt -strip-debug -passes='identical<verify>,verify' -S < %s > %t.stripped-before.ll
; RUN: diff %t.stripped-before.ll %t.stripped-after.ll
; RUN: %FileCheck %s < %t.debug.ll
; CHECK: define i32 @one(i32 %x) !dbg ![[ONE:[0-9]+]] {
; CHECK: mul i32 %x, 3, !dbg
; CHECK: define i32 @two(i32 %x) !dbg ![[TWO:[0-9]+]] {
; CHECK-NEXT: tail call i32 @one(i32 %x), !dbg ![[THUNK:[0-9]+]]
; CHECK: define linkonce_odr i32 @three(i32 %x) !dbg ![[THREE:[0-9]+]] {
; CHECK-NEXT: tail call i32 @one(i32 %x), !dbg
; CHECK: call i32 @one(i32 1), !dbg ![[CALL:[0-9]+]]
; CHECK-DAG: ![[ONE]] = distinct !DISubprogram(name: "one"
; CHECK-DAG: ![[TWO]] = distinct !DISubprogram(name: "two"
; CHECK-DAG: ![[THREE]] = distinct !DISubprogram(name: "three"
; CHECK-DAG: ![[THUNK]] = !DILocation(line: 2, scope: ![[TWO]])
; CHECK-DAG: ![[CALL]] = !DILocation(line: 2, scope: ![[TWO]], inlinedAt: ![[AT:[0-9]+]])
; CHECK-DAG: ![[AT]] = distinct !DILocation(line: 8,

define i32 @one(i32 %x) !dbg !5 {
  %a = mul i32 %x, 3, !dbg !8
    #dbg_value(i32 %a, !23, !DIExpression(), !8)
  br label %loop, !dbg !8

loop:
  %i = phi i32 [ %a, %0 ], [ %next, %loop ]
  %next = sub i32 %i, 1, !dbg !8
  %end = icmp eq i32 %next, 0, !dbg !8
  br i1 %end, label %done, label %loop, !dbg !8, !llvm.loop !14

done:
  ret i32 %a, !dbg !8
}

define i32 @two(i32 %x) !dbg !6 {
  %a = mul i32 %x, 3, !dbg !9
    #dbg_value(i32 %a, !24, !DIExpression(), !9)
  br label %loop, !dbg !9

loop:
  %i = phi i32 [ %a, %0 ], [ %next, %loop ]
  %next = sub i32 %i, 1, !dbg !9
  %end = icmp eq i32 %next, 0, !dbg !9
  br i1 %end, label %done, label %loop, !dbg !9, !llvm.loop !17

done:
  ret i32 %a, !dbg !9
}

define linkonce_odr i32 @three(i32 %x) !dbg !7 {
  %a = mul i32 %x, 3, !dbg !10
    #dbg_value(i32 %a, !25, !DIExpression(), !10)
  br label %loop, !dbg !10

loop:
  %i = phi i32 [ %a, %0 ], [ %next, %loop ]
  %next = sub i32 %i, 1, !dbg !10
  %end = icmp eq i32 %next, 0, !dbg !10
  br i1 %end, label %done, label %loop, !dbg !10, !llvm.loop !20

done:
  ret i32 %a, !dbg !10
}

define ptr @user() !dbg !11 {
  %r = call i32 @two(i32 1), !dbg !12
  ret ptr @three, !dbg !12
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "equal.c", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "one", file: !2, line: 1, scopeLine: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "two", file: !2, line: 2, scopeLine: 2, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "three", file: !2, line: 3, scopeLine: 3, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 1, column: 1, scope: !5)
!9 = !DILocation(line: 2, column: 1, scope: !6)
!10 = !DILocation(line: 3, column: 1, scope: !7)
!11 = distinct !DISubprogram(name: "user", file: !2, line: 8, scopeLine: 8, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 8, column: 1, scope: !11)
!14 = distinct !{!14, !15, !16}
!15 = !DILocation(line: 1, column: 2, scope: !5)
!16 = !DILocation(line: 1, column: 3, scope: !5)
!17 = distinct !{!17, !18, !19}
!18 = !DILocation(line: 2, column: 2, scope: !6)
!19 = !DILocation(line: 2, column: 3, scope: !6)
!20 = distinct !{!20, !21, !22}
!21 = !DILocation(line: 3, column: 2, scope: !7)
!22 = !DILocation(line: 3, column: 3, scope: !7)
!23 = !DILocalVariable(name: "a", scope: !5, file: !2, line: 1, type: !26)
!24 = !DILocalVariable(name: "a", scope: !6, file: !2, line: 2, type: !26)
!25 = !DILocalVariable(name: "a", scope: !7, file: !2, line: 3, type: !26)
!26 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
