; What an address may be used for, `inrange`, is no operand of its expression: bodies that differ in it alone had one name.
; So had those that differ in the mask of a shuffle.
; RUN: sed 's/RANGE/-16, 24/; s/LANE/0/' %s > %t.a.ll
; RUN: sed 's/RANGE/-16, 16/; s/LANE/0/' %s > %t.b.ll
; RUN: sed 's/inrange(RANGE)//; s/LANE/0/' %s > %t.c.ll
; RUN: sed 's/RANGE/-16, 24/; s/LANE/1/' %s > %t.d.ll
; RUN: %opt -passes='gfm-analyze<out=%t.a.part>' -disable-output %t.a.ll && %fmerge combine %t.a.part --thunk 0 --parameter 0 -o %t.a.summary
; RUN: %opt -passes='gfm-analyze<out=%t.b.part>' -disable-output %t.b.ll && %fmerge combine %t.b.part --thunk 0 --parameter 0 -o %t.b.summary
; RUN: %opt -passes='gfm-analyze<out=%t.c.part>' -disable-output %t.c.ll && %fmerge combine %t.c.part --thunk 0 --parameter 0 -o %t.c.summary
; RUN: %opt -passes='gfm-analyze<out=%t.d.part>' -disable-output %t.d.ll && %fmerge combine %t.d.part --thunk 0 --parameter 0 -o %t.d.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.a.summary;fold=comdat;verify>,verify' -S %t.a.ll | grep -o 'define linkonce_odr hidden void @fmerge.[0-9a-f]*' > %t.names
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.b.summary;fold=comdat;verify>,verify' -S %t.b.ll | grep -o 'define linkonce_odr hidden void @fmerge.[0-9a-f]*' >> %t.names
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.c.summary;fold=comdat;verify>,verify' -S %t.c.ll | grep -o 'define linkonce_odr hidden void @fmerge.[0-9a-f]*' >> %t.names
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.d.summary;fold=comdat;verify>,verify' -S %t.d.ll | grep -o 'define linkonce_odr hidden void @fmerge.[0-9a-f]*' >> %t.names
; RUN: sort -u %t.names | grep -c . | %FileCheck %s
; CHECK: {{^4$}}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@table = external unnamed_addr constant { [5 x ptr] }
@v = external global i8
@w = external global i8
declare void @use(i32)
define void @one(ptr %p, ptr %q) {
  store ptr getelementptr inbounds inrange(RANGE) ({ [5 x ptr] }, ptr @table, i32 0, i32 0, i32 2), ptr %p
  store <1 x i64> shufflevector (<2 x i64> <i64 ptrtoint (ptr @v to i64), i64 ptrtoint (ptr @w to i64)>, <2 x i64> poison, <1 x i32> <i32 LANE>), ptr %q
  call void @use(i32 11)
  ret void
}
define void @two(ptr %p, ptr %q) {
  store ptr getelementptr inbounds inrange(RANGE) ({ [5 x ptr] }, ptr @table, i32 0, i32 0, i32 2), ptr %p
  store <1 x i64> shufflevector (<2 x i64> <i64 ptrtoint (ptr @v to i64), i64 ptrtoint (ptr @w to i64)>, <2 x i64> poison, <1 x i32> <i32 LANE>), ptr %q
  call void @use(i32 12)
  ret void
}
