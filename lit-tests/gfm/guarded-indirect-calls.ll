; Where indirect calls are guarded, or the processor has none to speak of, direct ones stay direct.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/branch", i32 1/branch", i32 0/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=MERGED %s
; RUN: sed '/datalayout/d;s/branch", i32 1/branch", i32 0/;s/x86_64-unknown-linux-gnu/nvptx64-nvidia-cuda/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; CHECK-NOT: .gfm(
; MERGED: call i32 @one.gfm(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare hidden i32 @f(i32)
declare hidden i32 @g(i32)
!llvm.module.flags = !{!0}
!0 = !{i32 8, !"cf-protection-branch", i32 1}

define i32 @one(i32 %x, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 %a, ptr %p
  %b = add i32 %a, 7
  ret i32 %b
}

define i32 @two(i32 %x, ptr %p) {
  %a = call i32 @g(i32 %x)
  store i32 %a, ptr %p
  %b = add i32 %a, 7
  ret i32 %b
}
