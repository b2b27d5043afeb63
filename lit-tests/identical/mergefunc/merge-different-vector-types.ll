; The input is llvm/test/Transforms/MergeFunc/merge-different-vector-types.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "Mfunc",
; CHECK-NEXT: "Nfunc"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 1
; CHECK-NOT: "originals"

target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v64:64:64-v128:128:128-a0:0:64-s0:64:64-f80:128:128-n8:16:32:64-S128"

; Merging should still work even if the values are wrapped in a vector.
define internal <2 x i64> @Mfunc(ptr %P, ptr %Q) {
  store i32 1, ptr %P
  store i32 1, ptr %Q
  ret <2 x i64> <i64 0, i64 0>
}

define internal <2 x ptr> @Nfunc(ptr %P, ptr %Q) {
  store i32 1, ptr %P
  store i32 1, ptr %Q
  ret <2 x ptr> <ptr null, ptr null>
}
