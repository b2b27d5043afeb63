; A distinct node is only itself, and no other process has a name for it: functions that rest on one are left
; out of summaries. It was known by the name of its module, which two modules may share.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -pass-remarks-missed=gfm-analyze -disable-output %s 2>&1 | %FileCheck %s
; CHECK-COUNT-2: The function contains an instruction or intrinsic that the merger does not know.
; RUN: %fmerge combine %t.part -o %t.summary
; RUN: %fmerge show %t.summary | %FileCheck %s --check-prefix=SUMMARY
; SUMMARY: 0 functions in 0 groups

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @g(i32)
declare i1 @llvm.type.test(ptr, metadata)
declare ptr @h()
define i32 @one(i32 %x) {
  %a = call i32 @g(i32 11)
  %b = add i32 %a, %x
  %h = call ptr @h()
  %t = call i1 @llvm.type.test(ptr %h, metadata !0)
  call void @llvm.assume(i1 %t)
  %c = call i32 @g(i32 %b)
  ret i32 %c
}
define i32 @two(i32 %x) {
  %a = call i32 @g(i32 12)
  %b = add i32 %a, %x
  %h = call ptr @h()
  %t = call i1 @llvm.type.test(ptr %h, metadata !0)
  call void @llvm.assume(i1 %t)
  %c = call i32 @g(i32 %b)
  ret i32 %c
}
declare void @llvm.assume(i1)
!0 = distinct !{}
