; A function that another's thunk passes stays, though until now it was only called.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s
; RUN: %fmerge combine %t.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<summary=%t.summary;fold=icf;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @inner(i32 %x)
; CHECK: define i32 @outer(i32 %x)
; CHECK: call i32 @outer.Tgm(i32 %x, ptr {{.*}}@inner)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@v = external global i32
declare i32 @innermost(i32)
define internal i32 @inner(i32 %x) {
  %b = add i32 %x, 5
  %v = load i32, ptr @v
  %c = xor i32 %b, %v
  %w = mul i32 %c, 77
  store i32 %w, ptr @v
  %d = call i32 @innermost(i32 %c)
  %e = lshr i32 %d, 3
  store i32 %e, ptr @v
  %z = call i32 @innermost(i32 %e)
  ret i32 %z
}
define i32 @outer(i32 %x) {
  %b = add i32 %x, 5
  %v = load i32, ptr @v
  %c = xor i32 %b, %v
  %w = mul i32 %c, 77
  store i32 %w, ptr @v
  %d = call i32 @inner(i32 %c)
  %e = lshr i32 %d, 3
  store i32 %e, ptr @v
  %z = call i32 @inner(i32 %e)
  ret i32 %z
}
