; The input is llvm/test/Transforms/MergeFunc/2013-01-10-MergeFuncAssert.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": []

; This used to trigger a ConstantExpr::getBitCast assertion.

define void @t1() unnamed_addr uwtable ssp align 2 {
entry:
  switch i32 undef, label %sw.bb12 [
    i32 127, label %sw.bb
    i32 126, label %sw.bb4
  ]

sw.bb:                                            ; preds = %entry
  unreachable

sw.bb4:                                           ; preds = %entry
  unreachable

sw.bb12:                                          ; preds = %entry
  ret void
}

define void @t2() unnamed_addr uwtable ssp align 2 {
entry:
  switch i32 undef, label %sw.bb8 [
    i32 4, label %sw.bb
    i32 3, label %sw.bb4
  ]

sw.bb:                                            ; preds = %entry
  unreachable

sw.bb4:                                           ; preds = %entry
  ret void

sw.bb8:                                           ; preds = %entry
  unreachable
}
