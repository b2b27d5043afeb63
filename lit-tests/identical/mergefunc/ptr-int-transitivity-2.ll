; The input is llvm/test/Transforms/MergeFunc/ptr-int-transitivity-2.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "f0",
; CHECK-NEXT: "f1"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v64:64:64-v128:128:128-a0:0:64-s0:64:64-f80:128:128-n8:16:32:64-S128"

declare void @stuff()

define void @f0(i64 %p0) {
entry:
  call void @stuff()
  call void @stuff()
  call void @stuff()
  ret void
}

define void @f1(ptr addrspace(0) %p0) {
entry:
  call void @stuff()
  call void @stuff()
  call void @stuff()
  ret void
}
