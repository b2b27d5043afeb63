; The same function has the same hash and the same constants in modules that number, name and order all else
; differently: one constant differs, and one parameter is what the two need.
; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -passes='gfm-analyze<out=%t/a.part>' -disable-output %t/a.ll
; RUN: %opt -passes='gfm-analyze<out=%t/b.part>' -disable-output %t/b.ll
; RUN: %fmerge combine %t/a.part %t/b.part -o %t/summary
; RUN: %fmerge show --json %t/summary | %FileCheck %s
; CHECK: "merged": 1,
; CHECK: "parameters": 1,
; CHECK-NOT: "parameters"
; CHECK: "name": "one"
; CHECK: "name": "two"

; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;fold=comdat;verify>,verify' -S %t/a.ll -o %t/a.merged
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;fold=comdat;verify>,verify' -S %t/b.ll -o %t/b.merged
; RUN: grep 'define linkonce_odr' %t/a.merged | grep -o 'fmerge\.[0-9a-f]*' > %t/a.name
; RUN: grep 'define linkonce_odr' %t/b.merged | grep -o 'fmerge\.[0-9a-f]*' > %t/b.name
; RUN: cmp %t/a.name %t/b.name
; RUN: %FileCheck %s --check-prefix=MERGED < %t/b.merged
; MERGED: define void @two(ptr %p)
; MERGED-NEXT: tail call void @[[BODY:fmerge.[0-9a-f]+]](ptr %p, i32 7)
; MERGED: define linkonce_odr hidden void @[[BODY]](ptr %p, i32 %0) unnamed_addr #{{[0-9]+}} comdat {
; MERGED: call void @report(ptr @.str.5, i32 %0)

;--- a.ll
source_filename = "a.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
%struct.pair = type { i32, ptr }
@.str = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@.str.1 = private unnamed_addr constant [3 x i8] c"no\00", align 1
@table = internal unnamed_addr constant [2 x ptr] [ptr @.str, ptr @.str.1]
declare void @report(ptr, i32)
define void @one(ptr %p) {
  %s = alloca %struct.pair
  %i = getelementptr inbounds %struct.pair, ptr %s, i32 0, i32 1
  store ptr @table, ptr %i, !tbaa !0
  call void @report(ptr @.str, i32 3)
  call void @report(ptr @.str.1, i32 4)
  call void @report(ptr @table, i32 5)
  call void @report(ptr %s, i32 6)
  call void @report(ptr %p, i32 7)
  call void @report(ptr %i, i32 8)
  call void @report(ptr %s, i32 9)
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"any pointer", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}

;--- b.ll
source_filename = "elsewhere/b.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
%struct.pair.12 = type { i32, ptr }
%struct.other = type { i64, i64 }
@more = global %struct.other { i64 1, i64 2 }, !noise !0
@.str.9 = private unnamed_addr constant [3 x i8] c"no\00", align 1
@names = internal unnamed_addr constant [2 x ptr] [ptr @.str.5, ptr @.str.9]
@.str.5 = private unnamed_addr constant [6 x i8] c"hello\00", align 1
define i64 @before(ptr %p) {
  %l = load i64, ptr %p, !noise !0
  ret i64 %l
}
define void @two(ptr %p) {
  %s = alloca %struct.pair.12
  %i = getelementptr inbounds %struct.pair.12, ptr %s, i32 0, i32 1
  store ptr @names, ptr %i, !tbaa !9
  call void @report(ptr @.str.5, i32 7)
  call void @report(ptr @.str.9, i32 4)
  call void @report(ptr @names, i32 5)
  call void @report(ptr %s, i32 6)
  call void @report(ptr %p, i32 7)
  call void @report(ptr %i, i32 8)
  call void @report(ptr %s, i32 9)
  ret void
}
declare void @report(ptr, i32)
!0 = !{}
!9 = !{!8, !8, i64 0}
!8 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}
