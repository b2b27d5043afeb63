; The input is llvm/test/Transforms/MergeFunc/tailcall.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": []

declare void @dummy()

define void @foo() {
  call void @dummy()
  musttail call void @dummy()
  ret void
}

define void @bar() {
  call void @dummy()
  call void @dummy()
  ret void
}
