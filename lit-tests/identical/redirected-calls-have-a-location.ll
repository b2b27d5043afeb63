; A call of a function without a subprogram may lie nowhere; once it calls one with a subprogram, it may not.
; RUN: %opt -passes='identical,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='fmerge<force>,verify' -disable-output %s
; RUN: %opt -passes='gfm<force>,verify' -disable-output %s
; RUN: %opt -passes='f3m<force>,verify' -disable-output %s
; CHECK: define i32 @main() !dbg ![[MAIN:[0-9]+]]
; CHECK-NEXT: call i32 @described(i32 3), !dbg
; CHECK-NEXT: call i32 @described(i32 4), !dbg ![[NOWHERE:[0-9]+]]
; CHECK: define i64 @converting(i64 %x) !dbg ![[CONVERTING:[0-9]+]]
; CHECK: call ptr @pointer({{.*}}), !dbg ![[ALSO:[0-9]+]]
; CHECK: ![[NOWHERE]] = !DILocation(line: 0, scope: ![[MAIN]])
; CHECK: ![[ALSO]] = !DILocation(line: 0, scope: ![[CONVERTING]])
target datalayout = "e-p:64:64"
target triple = "x86_64-unknown-linux-gnu"

define internal i32 @described(i32 %x) noinline !dbg !3 {
  %y = mul i32 %x, 77, !dbg !4
  %z = xor i32 %y, 12345, !dbg !4
  %w = udiv i32 %z, 7, !dbg !4
  %v = add i32 %w, %x, !dbg !4
  ret i32 %v, !dbg !4
}

define internal i32 @bare(i32 %x) noinline {
  %y = mul i32 %x, 77
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}

define i32 @main() !dbg !5 {
  %p = call i32 @described(i32 3), !dbg !6
  %q = call i32 @bare(i32 4)
  %r = sub i32 %p, %q
  ret i32 %r, !dbg !6
}

declare void @callee(ptr)

define internal ptr @pointer(ptr %x) noinline !dbg !7 {
  %slot = alloca ptr, !dbg !8
  store ptr %x, ptr %slot, !dbg !8
  call void @callee(ptr %slot), !dbg !8
  %y = load ptr, ptr %slot, !dbg !8
  call void @callee(ptr %slot), !dbg !8
  ret ptr %y, !dbg !8
}

define internal i64 @number(i64 %x) noinline {
  %slot = alloca i64
  store i64 %x, ptr %slot
  call void @callee(ptr %slot)
  %y = load i64, ptr %slot
  call void @callee(ptr %slot)
  ret i64 %y
}

define i64 @converting(i64 %x) !dbg !9 {
  %r = call i64 @number(i64 %x)
  ret i64 %r, !dbg !10
}

define ptr @other(ptr %x) {
  %r = call ptr @pointer(ptr %x)
  ret ptr %r
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!11}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "described", file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 1, scope: !3)
!5 = distinct !DISubprogram(name: "main", file: !1, line: 5, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 6, scope: !5)
!7 = distinct !DISubprogram(name: "pointer", file: !1, line: 8, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 9, scope: !7)
!9 = distinct !DISubprogram(name: "converting", file: !1, line: 11, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 12, scope: !9)
!11 = !{i32 2, !"Debug Info Version", i32 3}
