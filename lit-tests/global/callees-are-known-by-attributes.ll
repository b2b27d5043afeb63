; What is said only by the declaration of a callee, and is read with each call of it, keeps the callee where it is
; across objects too.
; RUN: sed 's/ATTRIBUTE/nounwind/' %s > %t.free.ll
; RUN: sed 's/ATTRIBUTE/convergent/' %s > %t.convergent.ll
; RUN: sed 's/ATTRIBUTE/"no_callee_saved_registers"/' %s > %t.registers.ll
; RUN: sed 's/ATTRIBUTE/"an-attribute-of-tomorrow"/' %s > %t.unknown.ll
; RUN: %opt -passes='gfm-analyze<out=%t.free.part>' -disable-output %t.free.ll
; RUN: %opt -passes='gfm-analyze<out=%t.convergent.part>' -disable-output %t.convergent.ll
; RUN: %opt -passes='gfm-analyze<out=%t.registers.part>' -disable-output %t.registers.ll
; RUN: %opt -passes='gfm-analyze<out=%t.unknown.part>' -disable-output %t.unknown.ll
; RUN: %fmerge combine %t.free.part %t.convergent.part %t.registers.part %t.unknown.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=icf;verify>,verify' -S %t.free.ll | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=icf;verify>,verify' -S %t.convergent.ll | %FileCheck %s
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=icf;verify>,verify' -S %t.registers.ll | %FileCheck %s
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=icf;verify>,verify' -S %t.unknown.ll | %FileCheck %s
; MERGED: call i32 @one.Tgm({{.*}}ptr @f
; MERGED: call i32 @two.Tgm({{.*}}ptr @g
; CHECK-NOT: ptr @f
; CHECK: call i32 @f(
; CHECK: call i32 @g(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare hidden i32 @f(i32) ATTRIBUTE
declare hidden i32 @g(i32) ATTRIBUTE
declare void @h(i32)

define i32 @one(i32 %x) {
  %a = call i32 @f(i32 %x)
  %b = mul i32 %a, 11
  %c = xor i32 %b, 12345
  %d = udiv i32 %c, 7
  call void @h(i32 %d)
  call void @h(i32 %c)
  ret i32 %d
}

define i32 @two(i32 %x) {
  %a = call i32 @g(i32 %x)
  %b = mul i32 %a, 11
  %c = xor i32 %b, 12345
  %d = udiv i32 %c, 7
  call void @h(i32 %d)
  call void @h(i32 %c)
  ret i32 %d
}
