; The body of one function: a subprogram of its own, artificial, and the lines of that function, as if it was inlined.
; Its name says that the linker may keep this body for others. A body of a function without debug information has
; none either, and when the two become one, calls have the location that LLVM's verifier wants.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s && %fmerge combine %t.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=icf;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=comdat;verify>,verify' -S %s | %FileCheck %s --check-prefix=COMDAT

; CHECK: define i32 @one(i32 %x) !dbg [[ONE:![0-9]+]] {
; CHECK-NEXT: %1 = tail call i32 @one.Tgm(i32 %x, i32 11), !dbg
; CHECK: %r = call i32 @bare.Tgm(i32 %x, i32 13){{$}}
; CHECK: define internal i32 @one.Tgm(i32 %x, i32 %0) {{.*}}!dbg [[BODY:![0-9]+]] {
; CHECK-NEXT: %a = call i32 @g(i32 %0), !dbg [[LINE:![0-9]+]]
; CHECK-NEXT: %b = add i32 %a, %x, !dbg [[INNER:![0-9]+]]
; CHECK-NEXT: %c = call i32 @g(i32 %b), !dbg [[NONE:![0-9]+]]
; CHECK-NEXT: %d = mul i32 %c, 5{{$}}
; CHECK: define internal i32 @bare.Tgm(i32 %x, i32 %0) unnamed_addr #{{[0-9]+}} {
; CHECK-NOT: !dbg
; CHECK: }
; CHECK: [[ONE]] = distinct !DISubprogram(name: "one"
; CHECK: [[BODY]] = distinct !DISubprogram(name: "one / ...", {{.*}}line: 3, {{.*}}flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized
; CHECK: [[LINE]] = !DILocation(line: 4, column: 7, scope: [[ONE]], inlinedAt: [[CALL:![0-9]+]])
; CHECK: [[CALL]] = distinct !DILocation(line: 0, scope: [[BODY]])
; CHECK: [[INNER]] = !DILocation(line: 9, column: 2, scope: [[INLINED:![0-9]+]], inlinedAt: [[SITE:![0-9]+]])
; CHECK: [[INLINED]] = distinct !DISubprogram(name: "inlined"
; CHECK: [[SITE]] = distinct !DILocation(line: 5, column: 3, scope: [[ONE]], inlinedAt: [[CALL]])
; CHECK: [[NONE]] = !DILocation(line: 0, scope: [[BODY]])

; COMDAT: %r = call i32 @[[NAME:fmerge\.[0-9a-f]+]](i32 %x, i32 13), !dbg [[AT:![0-9]+]]
; COMDAT: define linkonce_odr hidden i32 @[[NAME]](
; COMDAT-NOT: define {{.*}} @fmerge
; COMDAT: [[AT]] = !DILocation(line: 0, scope: ![[#]])

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @g(i32)

define i32 @one(i32 %x) !dbg !5 {
    #dbg_value(i32 %x, !10, !DIExpression(), !11)
  %a = call i32 @g(i32 11), !dbg !12
  %b = add i32 %a, %x, !dbg !13
  %c = call i32 @g(i32 %b)
  %d = mul i32 %c, 5
  ret i32 %d, !dbg !11
}

define i32 @two(i32 %x) !dbg !6 {
  %a = call i32 @g(i32 12), !dbg !14
  %b = add i32 %a, %x, !dbg !14
  %c = call i32 @g(i32 %b), !dbg !14
  %d = mul i32 %c, 5, !dbg !14
  ret i32 %d, !dbg !14
}

define internal i32 @bare(i32 %x) {
  %a = call i32 @g(i32 13)
  %b = add i32 %a, %x
  %c = call i32 @g(i32 %b)
  %d = mul i32 %c, 5
  ret i32 %d
}

define i32 @caller(i32 %x) !dbg !7 {
  %r = call i32 @bare(i32 %x)
  ret i32 %r, !dbg !15
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, isOptimized: true, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.c", directory: ".")
!3 = !DISubroutineType(types: !{})
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = distinct !DISubprogram(name: "one", scope: !2, file: !2, line: 3, type: !3, scopeLine: 3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = distinct !DISubprogram(name: "two", scope: !2, file: !2, line: 20, type: !3, scopeLine: 20, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = distinct !DISubprogram(name: "caller", scope: !2, file: !2, line: 30, type: !3, scopeLine: 30, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!8 = distinct !DISubprogram(name: "inlined", scope: !2, file: !2, line: 8, type: !3, scopeLine: 8, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!9 = distinct !DILocation(line: 5, column: 3, scope: !5)
!10 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !2, line: 3, type: !4)
!11 = !DILocation(line: 0, scope: !5)
!12 = !DILocation(line: 4, column: 7, scope: !5)
!13 = !DILocation(line: 9, column: 2, scope: !8, inlinedAt: !9)
!14 = !DILocation(line: 21, scope: !6)
!15 = !DILocation(line: 31, scope: !7)
