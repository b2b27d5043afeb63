; The input is llvm/test/Transforms/MergeFunc/inline-asm.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "float_ptr_null",
; CHECK-NEXT: "int_ptr_null"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "float_ptr_arg_same",
; CHECK-NEXT: "int_ptr_arg_same"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

; Used to satisfy minimum size limit
declare void @stuff()

; Can be merged
define void @float_ptr_null() {
  call void asm "nop", "r"(ptr null)
  call void @stuff()
  ret void
}

define void @int_ptr_null() {
  call void asm "nop", "r"(ptr null)
  call void @stuff()
  ret void
}

; Can be merged (uses same argument differing by pointer type)
define void @float_ptr_arg_same(ptr) {
  call void asm "nop", "r"(ptr %0)
  call void @stuff()
  ret void
}

define void @int_ptr_arg_same(ptr) {
  call void asm "nop", "r"(ptr %0)
  call void @stuff()
  ret void
}

; Can not be merged (uses different arguments)
define void @float_ptr_arg_different(ptr, ptr) {
  call void asm "nop", "r"(ptr %0)
  call void @stuff()
  ret void
}

define void @int_ptr_arg_different(ptr, ptr) {
  call void asm "nop", "r"(ptr %1)
  call void @stuff()
  ret void
}
