; The input is llvm/test/Transforms/MergeFunc/initializes-attr.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "test1",
; CHECK-NEXT: "test2",
; CHECK-NEXT: "test3",
; CHECK-NEXT: "test4"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 3
; CHECK-NOT: "originals"

define internal void @test1(ptr initializes((0, 1)) %p) {
  store i16 0, ptr %p
  ret void
}

define internal void @test2(ptr initializes((0, 1)) %p) {
  store i16 0, ptr %p
  ret void
}

define internal void @test3(ptr initializes((0, 2)) %p) {
  store i16 0, ptr %p
  ret void
}

define internal void @test4(ptr initializes((0, 1), (2, 3)) %p) {
  store i16 0, ptr %p
  ret void
}

define void @do_calls(ptr %p) {
  call void @test1(ptr %p)
  call void @test2(ptr %p)
  call void @test3(ptr %p)
  call void @test4(ptr %p)
  ret void
}
