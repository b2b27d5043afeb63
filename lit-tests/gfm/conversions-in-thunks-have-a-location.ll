; All of a thunk lies where its function begins, what is converted before and behind the call too: conversions had no
; location, and debuggers showed them as parts of the line before.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i64 @integers(ptr %p, i64 %x) !dbg ![[SP:[0-9]+]]
; CHECK-NEXT: inttoptr i64 %x to ptr, !dbg ![[LOC:[0-9]+]]
; CHECK-NEXT: tail call ptr @pointers.gfm({{.*}}), !dbg ![[LOC]]
; CHECK-NEXT: ptrtoint ptr {{.*}}, !dbg ![[LOC]]
; CHECK-NEXT: ret i64 {{.*}}, !dbg ![[LOC]]
; CHECK: ![[LOC]] = !DILocation(line: 3, scope: ![[SP]])

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@g = external global i32

define i64 @integers(ptr %p, i64 %x) !dbg !5 {
  %o = load i64, ptr %p, !dbg !8
  store i64 %x, ptr %p, !dbg !8
  %q = getelementptr i8, ptr %p, i64 8, !dbg !8
  store i64 5, ptr %q, !dbg !8
  ret i64 %o, !dbg !8
}

define ptr @pointers(ptr %p, ptr %x) !dbg !6 {
  %o = load ptr, ptr %p, !dbg !9
  store ptr %x, ptr %p, !dbg !9
  %q = getelementptr i8, ptr %p, i64 8, !dbg !9
  store ptr @g, ptr %q, !dbg !9
  ret ptr %o, !dbg !9
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "integers", file: !2, line: 3, scopeLine: 3, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "pointers", file: !2, line: 9, scopeLine: 9, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 4, scope: !5)
!9 = !DILocation(line: 10, scope: !6)
