; The input is llvm/test/Transforms/MergeFunc/no-merge-ptr-different-sizes.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": []

target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v64:64:64-v128:128:128-a0:0:64-s0:64:64-f80:128:128-n8:16:32:64-S128"

; These should not be merged, as the datalayout says a pointer is 64 bits. No
; sext/zext is specified, so these functions could lower differently.
define internal i32 @Ffunc(ptr %P, ptr %Q) {
  store i32 1, ptr %P
  store i32 3, ptr %Q
  ret i32 0
}

define internal ptr @Gfunc(ptr %P, ptr %Q) {
  store i32 1, ptr %P
  store i32 3, ptr %Q
  ret ptr null
}
