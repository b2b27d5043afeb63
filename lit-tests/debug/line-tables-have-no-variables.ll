; With line tables alone (-g1), LLVM describes no function into which nothing is inlined: a variable of such a function made
; code generation crash, so the identifier is none there. With all debug information, it is one.
; RUN: %opt -passes='f3m<force;verify>,verify' %s -o %t.bc && llvm-dis %t.bc -o - | %FileCheck %s --implicit-check-not='#dbg_value'
; RUN: llc -filetype=obj %t.bc -o %t.o && llvm-dwarfdump --verify %t.o
; RUN: sed 's/LineTablesOnly/FullDebug/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefixes=CHECK,FULL
; CHECK: define internal i32 @left.fmerge(
; FULL: #dbg_value(i1 %fmerge.id,

declare i32 @sink(i32)

define i32 @left(i32 %x) !dbg !5 {
  %a = add i32 %x, 5, !dbg !7
  %b = call i32 @sink(i32 %a), !dbg !7
  %c = mul i32 %b, 3, !dbg !7
  ret i32 %c, !dbg !7
}

define i32 @right(i32 %x) !dbg !6 {
  %a = add i32 %x, 7, !dbg !8
  %b = call i32 @sink(i32 %a), !dbg !8
  %c = mul i32 %b, 9, !dbg !8
  ret i32 %c, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "lines.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "left", scope: !1, file: !1, line: 1, type: !3, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = distinct !DISubprogram(name: "right", scope: !1, file: !1, line: 11, type: !3, scopeLine: 11, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = !DILocation(line: 2, scope: !5)
!8 = !DILocation(line: 12, scope: !6)
