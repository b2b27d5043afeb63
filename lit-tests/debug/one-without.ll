; A unit does not claim code that came without debug information: such a merged function has none.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @described(i32 %x) !dbg
; CHECK: define i32 @bare(i32 %x) {
; CHECK: define internal i32 @described.fmerge({{.*}} unnamed_addr #{{[0-9]+}} {
; CHECK-NOT: !dbg
; CHECK-NOT: DISubprogram(name: "described /

declare i32 @sink(i32)

define i32 @described(i32 %x) !dbg !4 {
  %a = mul i32 %x, 3, !dbg !6
  %b = call i32 @sink(i32 %a), !dbg !6
  %c = call i32 @sink(i32 %b), !dbg !6
  ret i32 %c, !dbg !6
}

define i32 @bare(i32 %x) {
  %a = mul i32 %x, 5
  %b = call i32 @sink(i32 %a)
  %c = call i32 @sink(i32 %b)
  ret i32 %c
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "one.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!5 = !{}
!4 = distinct !DISubprogram(name: "described", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DILocation(line: 2, scope: !4)
