; The shared body has a subprogram of its own, and the lines on which all agree; thunks keep theirs.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; The code is the same without debug information.
; RUN: %opt -passes='gfm<force;verify>,strip' -S %s -o %t.with
; RUN: %opt -passes='strip,gfm<force;verify>,strip' -S %s -o %t.without
; RUN: diff %t.with %t.without
; When one function has no debug information, the shared body has none.
; RUN: sed '/^define i32 @one/s/ !dbg !6//; /RECORD$/d; s/, !dbg !1[0-4]$//; /^!1[1-6] = /d' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=NONE %s
; CHECK: define i32 @one(i32 %x, ptr %p) !dbg ![[ONE:[0-9]+]]
; CHECK-NEXT: tail call i32 @one.gfm(i32 %x, ptr %p, i32 3), !dbg
; CHECK: define internal i32 @one.gfm({{.*}} !dbg ![[SHARED:[0-9]+]]
; CHECK-NOT: #dbg_value
; CHECK: %a = mul i32 %x, %0, !dbg ![[NOWHERE:[0-9]+]]
; CHECK: store i32 %a, ptr %p, {{.*}}!dbg ![[SAME:[0-9]+]]
; CHECK-DAG: ![[ONE]] = distinct !DISubprogram(name: "one"
; CHECK-DAG: ![[SHARED]] = distinct !DISubprogram(name: "one / two", {{.*}}flags: DIFlagArtificial
; CHECK-DAG: ![[NOWHERE]] = !DILocation(line: 0, scope: ![[SHARED]])
; CHECK-DAG: ![[SAME]] = !DILocation(line: 7, column: 3, scope: ![[SHARED]])
; NONE: define internal i32 @one.gfm({{.*}}) unnamed_addr #{{[0-9]+}} {
; NONE-NEXT: mul i32 %x, %0{{$}}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) !dbg !6 {
    #dbg_value(i32 %x, !16, !DIExpression(), !11) ; RECORD
  %a = mul i32 %x, 3, !dbg !11
  store i32 %a, ptr %p, !dbg !12
  %b = xor i32 %a, %x, !dbg !13
  ret i32 %b, !dbg !14
}

define i32 @two(i32 %x, ptr %p) !dbg !7 {
  %a = mul i32 %x, 4, !dbg !21
  store i32 %a, ptr %p, !dbg !22
  %b = xor i32 %a, %x, !dbg !23
  ret i32 %b, !dbg !24
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = distinct !DISubprogram(name: "one", scope: !1, file: !1, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = distinct !DISubprogram(name: "two", scope: !1, file: !1, line: 5, type: !4, scopeLine: 5, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DILocation(line: 2, column: 3, scope: !6)
!12 = !DILocation(line: 7, column: 3, scope: !6)
!13 = !DILocation(line: 3, column: 3, scope: !6)
!14 = !DILocation(line: 4, column: 3, scope: !6)
!16 = !DILocalVariable(name: "x", arg: 1, scope: !6, file: !1, line: 1, type: !8)
!21 = !DILocation(line: 6, column: 3, scope: !7)
!22 = !DILocation(line: 7, column: 3, scope: !7)
!23 = !DILocation(line: 8, column: 3, scope: !7)
!24 = !DILocation(line: 9, column: 3, scope: !7)
