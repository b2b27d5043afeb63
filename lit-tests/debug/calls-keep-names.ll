; A call that goes to shared code has the name of the function that was called, as if that was inlined there; so has a call
; of a thunk, which leaves no frame. It is named once, however often what it calls is merged.
; RUN: %opt -passes='identical,gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='identical,gfm<force>' %s -o %t.bc && llc -filetype=obj %t.bc -o %t.o && llvm-dwarfdump --verify %t.o
; CHECK: define i32 @caller
; CHECK: call i32 @one.gfm(i32 1, i32 5){{.*}}!dbg ![[ONE:[0-9]+]]
; CHECK: call i32 @one.gfm(i32 2, i32 5){{.*}}!dbg ![[TWIN:[0-9]+]]
; CHECK: call i32 @one.gfm(i32 3, i32 7){{.*}}!dbg ![[TWO:[0-9]+]]
; CHECK: call i32 @visible(i32 4){{.*}}!dbg ![[VISIBLE:[0-9]+]]
; A caller without debug information has no frames.
; CHECK: define i32 @bare
; CHECK: call i32 @one.gfm(i32 1, i32 5){{$}}
; CHECK-DAG: ![[ONE]] = !DILocation(line: 2, scope: ![[ONEFUNCTION:[0-9]+]], inlinedAt: ![[ONEAT:[0-9]+]])
; CHECK-DAG: ![[ONEAT]] = distinct !DILocation(line: 41, column: 5, scope: ![[CALLER:[0-9]+]])
; CHECK-DAG: ![[ONEFUNCTION]] = distinct !DISubprogram(name: "one",
; CHECK-DAG: ![[TWIN]] = !DILocation(line: 12, scope: ![[TWINFUNCTION:[0-9]+]], inlinedAt: ![[TWINAT:[0-9]+]])
; CHECK-DAG: ![[TWINAT]] = distinct !DILocation(line: 42, column: 5, scope: ![[CALLER]])
; CHECK-DAG: ![[TWINFUNCTION]] = distinct !DISubprogram(name: "twin",
; CHECK-DAG: ![[TWO]] = !DILocation(line: 22, scope: ![[TWOFUNCTION:[0-9]+]], inlinedAt: ![[TWOAT:[0-9]+]])
; CHECK-DAG: ![[TWOFUNCTION]] = distinct !DISubprogram(name: "two",
; CHECK-DAG: ![[TWOAT]] = distinct !DILocation(line: 43, column: 5, scope: ![[CALLER]])
; CHECK-DAG: ![[VISIBLE]] = !DILocation(line: 32, scope: ![[VISIBLEFUNCTION:[0-9]+]], inlinedAt: ![[VISIBLEAT:[0-9]+]])
; CHECK-DAG: ![[VISIBLEAT]] = distinct !DILocation(line: 44, column: 5, scope: ![[CALLER]])
; CHECK-DAG: ![[VISIBLEFUNCTION]] = distinct !DISubprogram(name: "visible",

declare i32 @sink(i32)

define internal i32 @one(i32 %x) noinline !dbg !10 {
  %a = add i32 %x, 5, !dbg !14
  %b = call i32 @sink(i32 %a), !dbg !14
  %c = call i32 @sink(i32 %b), !dbg !14
  ret i32 %c, !dbg !14
}

define internal i32 @twin(i32 %x) noinline !dbg !11 {
  %a = add i32 %x, 5, !dbg !15
  %b = call i32 @sink(i32 %a), !dbg !15
  %c = call i32 @sink(i32 %b), !dbg !15
  ret i32 %c, !dbg !15
}

define internal i32 @two(i32 %x) noinline !dbg !12 {
  %a = add i32 %x, 7, !dbg !16
  %b = call i32 @sink(i32 %a), !dbg !16
  %c = call i32 @sink(i32 %b), !dbg !16
  ret i32 %c, !dbg !16
}

define i32 @visible(i32 %x) noinline !dbg !13 {
  %a = add i32 %x, 9, !dbg !17
  %b = call i32 @sink(i32 %a), !dbg !17
  %c = call i32 @sink(i32 %b), !dbg !17
  ret i32 %c, !dbg !17
}

define i32 @caller(i32 %x) !dbg !20 {
  %a = call i32 @one(i32 1), !dbg !21
  %b = call i32 @twin(i32 2), !dbg !22
  %c = call i32 @two(i32 3), !dbg !23
  %d = call i32 @visible(i32 4), !dbg !24
  %e = add i32 %a, %b, !dbg !21
  %f = add i32 %c, %d, !dbg !21
  %g = add i32 %e, %f, !dbg !21
  ret i32 %g, !dbg !21
}

define i32 @bare(i32 %x) {
  %a = call i32 @one(i32 1)
  ret i32 %a
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "calls.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!10 = distinct !DISubprogram(name: "one", scope: !1, file: !1, line: 1, type: !3, scopeLine: 2, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!11 = distinct !DISubprogram(name: "twin", scope: !1, file: !1, line: 11, type: !3, scopeLine: 12, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!12 = distinct !DISubprogram(name: "two", scope: !1, file: !1, line: 21, type: !3, scopeLine: 22, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!13 = distinct !DISubprogram(name: "visible", scope: !1, file: !1, line: 31, type: !3, scopeLine: 32, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!14 = !DILocation(line: 3, column: 3, scope: !10)
!15 = !DILocation(line: 13, column: 3, scope: !11)
!16 = !DILocation(line: 23, column: 3, scope: !12)
!17 = !DILocation(line: 33, column: 3, scope: !13)
!20 = distinct !DISubprogram(name: "caller", scope: !1, file: !1, line: 40, type: !3, scopeLine: 40, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!21 = !DILocation(line: 41, column: 5, scope: !20)
!22 = !DILocation(line: 42, column: 5, scope: !20)
!23 = !DILocation(line: 43, column: 5, scope: !20)
!24 = !DILocation(line: 44, column: 5, scope: !20)
