; What others may refer to stays, as a thunk with all that makes it itself.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s

%big = type { [4 x i64] }
$group = comdat any
@table = global [2 x ptr] [ptr @taken, ptr null]

declare i32 @sink(i32, ptr)
declare i32 @other(i32)
declare i32 @__gxx_personality_v0(...)

; CHECK: define weak_odr hidden i32 @shared(ptr noundef nonnull %p, i32 returned %x) local_unnamed_addr #{{[0-9]+}} section "hot" comdat($group) align 32 !dbg ![[SP:[0-9]+]] !prof ![[COUNT:[0-9]+]] {
; CHECK-NEXT: %1 = tail call i32 @[[MERGED:shared.fmerge[.0-9]*]](ptr %p, i32 %x, i1 false), !dbg ![[LOC:[0-9]+]]
; CHECK-NEXT: ret i32 %1
define weak_odr hidden i32 @shared(ptr noundef nonnull %p, i32 returned %x) local_unnamed_addr noinline section "hot" comdat($group) align 32 !dbg !5 !prof !9 {
  %a = load i32, ptr %p, !dbg !8
  %b = add i32 %a, %x, !dbg !8
    #dbg_value(i32 %b, !10, !DIExpression(), !8)
  %c = call i32 @sink(i32 %b, ptr %p), !dbg !8
  %d = mul i32 %c, 17, !dbg !8
  ret i32 %x, !dbg !8
}

; One that returns nothing, where the other returns a value.
; CHECK: define void @taken(ptr %p, i32 %x) section "hot" align 32 {
; CHECK-NEXT: %1 = tail call i32 @[[MERGED]](ptr %p, i32 %x, i1 true){{$}}
; CHECK-NEXT: ret void
define void @taken(ptr %p, i32 %x) section "hot" align 32 {
  %a = load i32, ptr %p
  %b = add i32 %a, %x
  %c = call i32 @sink(i32 %b, ptr %p)
  %d = mul i32 %c, 18
  call i32 @other(i32 %d)
  ret void
}

; A copy in the caller's frame must outlive the call; a thunk has no landing pad, so no personality.
; CHECK: define void @copies(ptr sret(%big) %out, ptr byval(%big) align 8 %in, i64 %x) {
; CHECK-NEXT: {{^ *}}call void @[[COPIES:copies.fmerge[.0-9]*]](ptr sret(%big) %out, ptr byval(%big) align 8 %in, i64 %x, i1 false)
; CHECK-NEXT: ret void
define void @copies(ptr sret(%big) %out, ptr byval(%big) align 8 %in, i64 %x) personality ptr @__gxx_personality_v0 {
  %a = load i64, ptr %in
  %b = add i64 %a, %x
  %c = mul i64 %b, 3
  %d = xor i64 %c, %x
  store i64 %d, ptr %out
  ret void
}

; CHECK: define void @copies2(
; CHECK-NEXT: {{^ *}}call void @[[COPIES]](ptr sret(%big) %out, ptr byval(%big) align 8 %in, i64 %x, i1 true)
define void @copies2(ptr sret(%big) %out, ptr byval(%big) align 8 %in, i64 %x) personality ptr @__gxx_personality_v0 {
  %a = load i64, ptr %in
  %b = add i64 %a, %x
  %c = mul i64 %b, 5
  %d = xor i64 %c, %x
  store i64 %d, ptr %out
  ret void
}

; The merged function has no debug information, and no more than both promise.
; CHECK: define internal i32 @[[MERGED]](ptr %p, i32 %x, i1 noundef %fmerge.id) unnamed_addr #{{[0-9]+}} section "hot" align 32 {
; CHECK-NOT: !dbg
; CHECK-NOT: #dbg
; CHECK: define internal void @[[COPIES]](ptr sret(%big) %out, ptr byval(%big) align 8 %in, i64 %x, i1 noundef %fmerge.id) unnamed_addr #{{[0-9]+}} personality
; CHECK-NOT: !dbg
; CHECK-NOT: #dbg

; CHECK: ![[COUNT]] = !{!"function_entry_count", i64 5}
; CHECK: ![[LOC]] = !DILocation(line: 0, scope: ![[SP]])
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "shared", file: !2, line: 3, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 4, scope: !5)
!9 = !{!"function_entry_count", i64 5}
!10 = !DILocalVariable(name: "b", scope: !5, file: !2, line: 4, type: !6)
