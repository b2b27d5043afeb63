; A constant whose address says which it is.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s
; RUN: %fmerge combine %t.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<summary=%t.summary;fold=comdat;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='linkonce_odr hidden'
; CHECK: define i32 @one(i32 %x)
; CHECK-NEXT: tail call i32 @one.Tgm(i32 %x, i32 11)
; CHECK: define internal i32 @one.Tgm(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @g(i32)
@key = internal constant i32 0
declare void @use(ptr)
define i32 @one(i32 %x) {
  %a = call i32 @g(i32 11)
  %b = add i32 %a, %x
  call void @use(ptr @key)
  %c = call i32 @g(i32 %b)
  ret i32 %c
}
define i32 @two(i32 %x) {
  %a = call i32 @g(i32 12)
  %b = add i32 %a, %x
  call void @use(ptr @key)
  %c = call i32 @g(i32 %b)
  ret i32 %c
}
