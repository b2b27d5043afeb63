; The input is llvm/test/Transforms/MergeFunc/shufflevector.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "test1",
; CHECK-NEXT: "test2"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 1
; CHECK-NOT: "originals"

define internal <2 x i32> @test1(<2 x i32> %v1, <2 x i32> %v2) {
  %x = shufflevector <2 x i32> %v1, <2 x i32> %v2, <2 x i32> <i32 0, i32 1>
  ret <2 x i32> %x
}

; Same mask as test1.
define internal <2 x i32> @test2(<2 x i32> %v1, <2 x i32> %v2) {
  %x = shufflevector <2 x i32> %v1, <2 x i32> %v2, <2 x i32> <i32 0, i32 1>
  ret <2 x i32> %x
}

; Different mask than test1, don't merge.
define internal <2 x i32> @test3(<2 x i32> %v1, <2 x i32> %v2) {
  %x = shufflevector <2 x i32> %v1, <2 x i32> %v2, <2 x i32> <i32 1, i32 0>
  ret <2 x i32> %x
}

define void @caller(<2 x i32> %v1, <2 x i32> %v2) {
  call <2 x i32> @test1(<2 x i32> %v1, <2 x i32> %v2)
  call <2 x i32> @test2(<2 x i32> %v1, <2 x i32> %v2)
  call <2 x i32> @test3(<2 x i32> %v1, <2 x i32> %v2)
  ret void
}
