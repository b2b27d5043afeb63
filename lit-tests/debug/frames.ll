; What one side does keeps its frames, inlined into the merged function; what both do keeps those on which
; they agree; a call has a location always; debug records stay behind, and the identifier gets one.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s -o %t.ll
; RUN: %FileCheck %s < %t.ll
; RUN: llc -filetype=obj %t.ll -o %t.o
; RUN: llvm-dwarfdump --verify %t.o
;
; CHECK: define i32 @left(i32 %x) !dbg ![[LEFT:[0-9]+]] {
; CHECK-NEXT: tail call i32 @left.fmerge(i32 %x, i1 false), !dbg ![[THUNK:[0-9]+]]
; CHECK: define internal i32 @left.fmerge({{.*}} !dbg ![[MERGED:[0-9]+]] {
; CHECK-NEXT: #dbg_value(i1 %fmerge.id, ![[ORIGINAL:[0-9]+]], !DIExpression(), ![[NOWHERE:[0-9]+]])
; CHECK-NOT: #dbg
; CHECK-NOT: DIAssignID
; CHECK: store volatile i32 %x, ptr %s, {{.*}}!dbg ![[NOWHERE]]
; CHECK: call i32 @both(i32 %x), !dbg ![[HELPER:[0-9]+]]
; CHECK: call i32 @only_left({{.*}}), !dbg ![[INLEFT:[0-9]+]]
; CHECK: call i32 @only_right({{.*}}), !dbg ![[INRIGHT:[0-9]+]]
; CHECK: call i32 @helper({{.*}}), !dbg ![[NOWHERE]]
; CHECK: {{^}}}
;
; The subprograms of the originals stay where they were.
; CHECK-DAG: ![[LEFT]] = distinct !DISubprogram(name: "left",
; CHECK-DAG: ![[THUNK]] = !DILocation(line: 11, scope: ![[LEFT]])
; CHECK-DAG: ![[MERGED]] = distinct !DISubprogram(name: "left / right", {{.*}} line: 10, {{.*}} flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized,
; CHECK-DAG: ![[NOWHERE]] = !DILocation(line: 0, scope: ![[MERGED]])
;
; The values of the identifier have the names of the originals.
; CHECK-DAG: ![[ORIGINAL]] = !DILocalVariable(name: "original", arg: 1, scope: ![[MERGED]], file: !{{[0-9]+}}, type: ![[NAMES:[0-9]+]], flags: DIFlagArtificial)
; CHECK-DAG: ![[NAMES]] = !DICompositeType(tag: DW_TAG_enumeration_type, {{.*}}size: 8, elements: ![[BOTHNAMES:[0-9]+]])
; CHECK-DAG: ![[BOTHNAMES]] = !{![[ZERO:[0-9]+]], ![[ONE:[0-9]+]]}
; CHECK-DAG: ![[ZERO]] = !DIEnumerator(name: "left", value: 0, isUnsigned: true)
; CHECK-DAG: ![[ONE]] = !DIEnumerator(name: "right", value: 1, isUnsigned: true)
;
; The helper was inlined on different lines.
; CHECK-DAG: ![[HELPER]] = !DILocation(line: 3, column: 4, scope: ![[BLOCK:[0-9]+]], inlinedAt: ![[BOTH:[0-9]+]])
; CHECK-DAG: ![[BOTH]] = distinct !DILocation(line: 0, scope: ![[MERGED]])
;
; CHECK-DAG: ![[INLEFT]] = !DILocation(line: 5, column: 2, scope: ![[BLOCK]], inlinedAt: ![[CALL:[0-9]+]])
; CHECK-DAG: ![[CALL]] = distinct !DILocation(line: 14, scope: ![[INNER:[0-9]+]], inlinedAt: ![[LEFTCALL:[0-9]+]])
; CHECK-DAG: ![[INNER]] = distinct !DILexicalBlock(scope: ![[LEFT]],
; CHECK-DAG: ![[LEFTCALL]] = distinct !DILocation(line: 0, scope: ![[MERGED]])
; CHECK-DAG: ![[INRIGHT]] = !DILocation(line: 25, scope: ![[RIGHT:[0-9]+]], inlinedAt: ![[RIGHTCALL:[0-9]+]])
; CHECK-DAG: ![[RIGHT]] = distinct !DISubprogram(name: "right",
; CHECK-DAG: ![[RIGHTCALL]] = distinct !DILocation(line: 0, scope: ![[MERGED]])

declare i32 @both(i32)
declare i32 @only_left(i32, i32)
declare i32 @only_right(i32)

define i32 @helper(i32 %x) noinline optnone !dbg !8 {
  ret i32 %x, !dbg !DILocation(line: 3, scope: !8)
}

define i32 @left(i32 %x) !dbg !10 {
  %s = alloca i32, !DIAssignID !30
    #dbg_assign(i1 poison, !31, !DIExpression(), !30, ptr %s, !DIExpression(), !DILocation(line: 12, scope: !10))
  store volatile i32 %x, ptr %s, !dbg !DILocation(line: 12, scope: !10), !DIAssignID !33
    #dbg_assign(i32 %x, !31, !DIExpression(), !33, ptr %s, !DIExpression(), !DILocation(line: 12, scope: !10))
  %a = call i32 @both(i32 %x), !dbg !20
    #dbg_value(i32 %a, !32, !DIExpression(), !DILocation(line: 13, scope: !10))
  %o = call i32 @only_left(i32 %a, i32 %x), !dbg !21
  %h = call i32 @helper(i32 %o), !dbg !DILocation(line: 15, scope: !10)
  ret i32 %h, !dbg !DILocation(line: 16, scope: !10)
}

define i32 @right(i32 %x) !dbg !11 {
  %s = alloca i32
  store volatile i32 %x, ptr %s, !dbg !DILocation(line: 22, scope: !11)
  %a = call i32 @both(i32 %x), !dbg !24
  %o = call i32 @only_right(i32 %a), !dbg !DILocation(line: 25, scope: !11)
  %h = call i32 @helper(i32 %o), !dbg !DILocation(line: 26, scope: !11)
  ret i32 %h
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "frames.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = distinct !DISubprogram(name: "helper", scope: !1, file: !1, line: 1, type: !3, scopeLine: 2, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!9 = distinct !DILexicalBlock(scope: !8, file: !1, line: 2)
!10 = distinct !DISubprogram(name: "left", scope: !1, file: !1, line: 10, type: !3, scopeLine: 11, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !34)
!11 = distinct !DISubprogram(name: "right", scope: !1, file: !1, line: 20, type: !3, scopeLine: 21, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!12 = distinct !DILexicalBlock(scope: !10, file: !1, line: 13)
!20 = !DILocation(line: 3, column: 4, scope: !9, inlinedAt: !22)
!21 = !DILocation(line: 5, column: 2, scope: !9, inlinedAt: !23)
!22 = distinct !DILocation(line: 13, scope: !10)
!23 = distinct !DILocation(line: 14, scope: !12)
!24 = !DILocation(line: 3, column: 4, scope: !9, inlinedAt: !25)
!25 = distinct !DILocation(line: 24, scope: !11)
!30 = distinct !DIAssignID()
!31 = !DILocalVariable(name: "s", scope: !10, file: !1, line: 12, type: !5)
!32 = !DILocalVariable(name: "a", scope: !10, file: !1, line: 13, type: !5)
!33 = distinct !DIAssignID()
!34 = !{!31, !32}
