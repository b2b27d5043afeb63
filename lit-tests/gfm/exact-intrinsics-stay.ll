; Operands of intrinsics that must be the very same stay constants.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/i32 6)/i32 4)/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=MERGED %s
; CHECK-NOT: .gfm(
; MERGED: call i32 @one.gfm(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @llvm.expect.i32(i32, i32)

define i32 @one(i32 %x, ptr %p) {
  %e = call i32 @llvm.expect.i32(i32 %x, i32 4)
  store i32 %e, ptr %p
  %a = add i32 %x, %e
  ret i32 %a
}

define i32 @two(i32 %x, ptr %p) {
  %e = call i32 @llvm.expect.i32(i32 %x, i32 6)
  store i32 %e, ptr %p
  %a = add i32 %x, %e
  ret i32 %a
}
