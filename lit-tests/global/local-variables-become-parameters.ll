; Two modules with a local variable of one name: these are two variables, so their address is passed, and the body
; is one for both. Bodies that named them were equal to no other.
; RUN: rm -rf %t && mkdir %t
; RUN: cp %s %t/a.ll && sed 's/@one/@two/' %s > %t/b.ll
; RUN: %opt -passes='gfm-analyze<out=%t/a.part>' -disable-output %t/a.ll
; RUN: %opt -passes='gfm-analyze<out=%t/b.part>' -disable-output %t/b.ll
; RUN: %fmerge combine %t/a.part %t/b.part --thunk 0 --parameter 0 -o %t/summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;fold=comdat;verify>,verify' -S %t/a.ll | %FileCheck %s
; CHECK: define i32 @one(i32 %x)
; CHECK-NEXT: tail call i32 @[[BODY:fmerge.[0-9a-f]+]](i32 %x, ptr @count)
; CHECK: define linkonce_odr hidden i32 @[[BODY]](i32 %x, ptr %0)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @g(i32)
@count = internal global i32 0
define i32 @one(i32 %x) {
  %a = call i32 @g(i32 %x)
  %c = load i32, ptr @count
  %d = add i32 %a, %c
  store i32 %d, ptr @count
  ret i32 %d
}
