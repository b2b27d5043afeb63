; A call through a parameter cannot look at a declaration. What LLVM reads there of the call, and not only of its
; effects, keeps the callee a constant; so does what nobody knows.
; RUN: sed 's/ATTRIBUTE/nounwind memory(read) nonlazybind "frame-pointer"="all"/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=MERGED %s
; RUN: sed 's/ATTRIBUTE/convergent/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ATTRIBUTE/noduplicate/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ATTRIBUTE/nocf_check/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ATTRIBUTE/strictfp/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ATTRIBUTE/allockind("free")/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ATTRIBUTE/"no_callee_saved_registers"/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ATTRIBUTE/"no_caller_saved_registers"/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ATTRIBUTE/"aarch64_pstate_sm_enabled"/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ATTRIBUTE/"bpf_fastcall"/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ATTRIBUTE/"dontcall-warn"="old"/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ATTRIBUTE/"wasm-import-name"="f"/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ATTRIBUTE/"an-attribute-of-tomorrow"/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; CHECK-NOT: .gfm
; CHECK: call i32 @f(
; CHECK: call i32 @g(
; CHECK-NOT: .gfm
; MERGED: tail call i32 @one.gfm(i32 %x, ptr %p, ptr @f)
; MERGED: tail call i32 @one.gfm(i32 %x, ptr %p, ptr @g)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @f(i32) ATTRIBUTE
declare i32 @g(i32) ATTRIBUTE

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
