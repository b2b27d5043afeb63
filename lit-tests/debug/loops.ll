; What says only where a loop lies goes, as if there had been no debug information; what says how to treat it stays.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal void @left.fmerge
; CHECK: call void @first(
; CHECK: br i1 {{.*}}, label {{[^!]*}}, !dbg ![[#]]{{$}}
; CHECK: call void @second(
; CHECK: br i1 {{.*}}, !dbg ![[#]], !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[NO:[0-9]+]]}
; CHECK: ![[NO]] = !{!"llvm.loop.unroll.disable"}

declare void @first(i32, i32)
declare void @second(i32, i32)

define void @left(i32 %n) !dbg !4 {
  br label %one, !dbg !6
one:
  %i = phi i32 [ 0, %0 ], [ %i1, %one ]
  call void @first(i32 %i, i32 3), !dbg !6
  %i1 = add i32 %i, 1, !dbg !6
  %c = icmp ult i32 %i1, %n, !dbg !6
  br i1 %c, label %one, label %two, !dbg !6, !llvm.loop !8
two:
  %j = phi i32 [ 0, %one ], [ %j1, %two ]
  call void @second(i32 %j, i32 5), !dbg !6
  %j1 = add i32 %j, 1, !dbg !6
  %d = icmp ult i32 %j1, %n, !dbg !6
  br i1 %d, label %two, label %end, !dbg !6, !llvm.loop !10
end:
  ret void, !dbg !6
}

define void @right(i32 %n) !dbg !5 {
  br label %one, !dbg !7
one:
  %i = phi i32 [ 0, %0 ], [ %i1, %one ]
  call void @first(i32 %i, i32 4), !dbg !7
  %i1 = add i32 %i, 1, !dbg !7
  %c = icmp ult i32 %i1, %n, !dbg !7
  br i1 %c, label %one, label %two, !dbg !7, !llvm.loop !9
two:
  %j = phi i32 [ 0, %one ], [ %j1, %two ]
  call void @second(i32 %j, i32 6), !dbg !7
  %j1 = add i32 %j, 1, !dbg !7
  %d = icmp ult i32 %j1, %n, !dbg !7
  br i1 %d, label %two, label %end, !dbg !7, !llvm.loop !11
end:
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "loops.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !13)
!4 = distinct !DISubprogram(name: "left", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = distinct !DISubprogram(name: "right", scope: !1, file: !1, line: 9, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DILocation(line: 2, scope: !4)
!7 = !DILocation(line: 10, scope: !5)
!8 = distinct !{!8, !6, !6}
!9 = distinct !{!9, !7, !7}
!10 = distinct !{!10, !6, !6, !12}
!11 = distinct !{!11, !7, !7, !12}
!12 = !{!"llvm.loop.unroll.disable"}
!13 = !{}
