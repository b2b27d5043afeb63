; The input is llvm/test/Transforms/MergeFunc/vectors-and-arrays.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": []

; This used to crash with an assert.

define <2 x i8> @v1(<2 x i8> %x) {
  ret <2 x i8> %x
}

define <4 x i8> @v2(<4 x i8> %x) {
  ret <4 x i8> %x
}

define [2 x i8] @a1([2 x i8] %x) {
  ret [2 x i8] %x
}

define [4 x i8] @a2([4 x i8] %x) {
  ret [4 x i8] %x
}
