; With debug information, the same is merged, and to the same code: records between instructions, locations and
; assignment ids are no instructions. (A published merger merges nothing with -g.)
; RUN: %opt -passes='f3m<force;verify>,verify' -S < %s > %t.debug.ll
; RUN: %opt -strip-debug -S < %t.debug.ll > %t.stripped-after.ll
; RUN: %opt -strip-debug -passes='f3m<force;verify>,verify' -S < %s > %t.stripped-before.ll
; RUN: diff %t.stripped-before.ll %t.stripped-after.ll
; RUN: %FileCheck %s < %t.debug.ll
; CHECK: define internal i32 @left.fmerge(

define i32 @left(ptr %p) !dbg !5 {
  %a = load i32, ptr %p, !dbg !8
    #dbg_value(i32 %a, !10, !DIExpression(), !8)
  %b = mul i32 %a, 3, !dbg !8
    #dbg_value(i32 %b, !10, !DIExpression(), !8)
  %c = xor i32 %b, 85, !dbg !8
  store i32 %c, ptr %p, !dbg !8, !DIAssignID !13
    #dbg_assign(i32 %c, !10, !DIExpression(), !13, ptr %p, !DIExpression(), !8)
  ret i32 %c, !dbg !8
}

define i32 @right(ptr %p) !dbg !7 {
  %a = load i32, ptr %p, !dbg !9
  %b = mul i32 %a, 5, !dbg !9
  %c = xor i32 %b, 85, !dbg !9
    #dbg_value(!DIArgList(i32 %b, i32 %c), !11, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !9)
  store i32 %c, ptr %p, !dbg !9
  ret i32 %c, !dbg !9
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "left", file: !2, line: 3, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = distinct !DISubprogram(name: "right", file: !2, line: 9, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 4, scope: !5)
!9 = !DILocation(line: 10, scope: !7)
!10 = !DILocalVariable(name: "b", scope: !5, file: !2, line: 4, type: !6)
!11 = !DILocalVariable(name: "c", scope: !7, file: !2, line: 10, type: !6)
!13 = distinct !DIAssignID()
