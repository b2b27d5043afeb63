; Places share a parameter only where they hold the very same constant. Two variables of equal content have equal
; digests, but are two.
; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -passes='gfm-analyze<out=%t/part>' -disable-output %t/a.ll
; RUN: %fmerge combine %t/part --thunk 0 --parameter 0 -o %t/summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;fold=icf;verify;report=->,verify' -S %t/a.ll 2>&1 | %FileCheck %s
; CHECK: "different-constants":1
; CHECK: define void @one(ptr %p)
; CHECK-NEXT: store ptr @x1, ptr %p
; CHECK-NEXT: %q = getelementptr i64, ptr %p, i64 3
; CHECK-NEXT: store ptr @x2, ptr %q
; CHECK: define void @two(ptr %p)
; CHECK-NEXT: tail call void @two.Tgm(ptr %p, ptr @y)

;--- a.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@x1 = internal unnamed_addr constant [3 x i32] [i32 1, i32 2, i32 3]
@x2 = internal unnamed_addr constant [3 x i32] [i32 1, i32 2, i32 3]
@y = internal unnamed_addr constant [3 x i32] [i32 4, i32 5, i32 6]
@z = internal unnamed_addr constant [3 x i32] [i32 7, i32 8, i32 9]
define void @one(ptr %p) {
  store ptr @x1, ptr %p
  %q = getelementptr i64, ptr %p, i64 3
  store ptr @x2, ptr %q
  ret void
}
define void @two(ptr %p) {
  store ptr @y, ptr %p
  %q = getelementptr i64, ptr %p, i64 3
  store ptr @y, ptr %q
  ret void
}
define void @three(ptr %p) {
  store ptr @z, ptr %p
  %q = getelementptr i64, ptr %p, i64 3
  store ptr @z, ptr %q
  ret void
}
