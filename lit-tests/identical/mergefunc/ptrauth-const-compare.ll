; The input is llvm/test/Transforms/MergeFunc/ptrauth-const-compare.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "merge_ptrauth_a",
; CHECK-NEXT: "merge_ptrauth_b"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

; Ensure MergeFunc handles ConstantPtrAuth correctly and does not
; merge when any ptrauth operand differs (ptr, key, int disc, addr disc).
; Each pair of functions differs only in a single ptrauth component but shares
; the same return value, so disabling any single comparison would cause a
; test failure due to unexpected merging.

target triple = "arm64e-apple-ios14.0.0"

declare void @baz()
@ADDR = external global i8

declare void @callee(ptr)

; different base pointer (null vs @baz)

define i32 @f_ptr_null() {
entry:
  call void @callee(ptr ptrauth (ptr null, i32 0))
  ret i32 1
}

define i32 @g_ptr_baz() {
entry:
  call void @callee(ptr ptrauth (ptr @baz, i32 0))
  ret i32 1
}

; different key (i32 0 vs i32 1)

define i32 @f_key0() {
entry:
  call void @callee(ptr ptrauth (ptr @baz, i32 0))
  ret i32 2
}

define i32 @g_key1() {
entry:
  call void @callee(ptr ptrauth (ptr @baz, i32 1))
  ret i32 2
}

; different integer disc (i64 0 vs i64 7)

define i32 @f_disc0() {
entry:
  call void @callee(ptr ptrauth (ptr @baz, i32 0))
  ret i32 3
}

define i32 @g_disc7() {
entry:
  call void @callee(ptr ptrauth (ptr @baz, i32 0, i64 7))
  ret i32 3
}

; different addr disc (ptr null vs @ADDR)

define i32 @f_addr_null() {
entry:
  call void @callee(ptr ptrauth (ptr @baz, i32 0))
  ret i32 4
}

define i32 @g_addr_ADDR() {
entry:
  call void @callee(ptr ptrauth (ptr @baz, i32 0, i64 0, ptr @ADDR))
  ret i32 4
}

; positive test: identical ptrauth operands, should be merged

define void @merge_ptrauth_a() {
entry:
  call void @callee(ptr ptrauth (ptr @baz, i32 0, i64 0, ptr @ADDR))
  ret void
}

define void @merge_ptrauth_b() {
entry:
  call void @callee(ptr ptrauth (ptr @baz, i32 0, i64 0, ptr @ADDR))
  ret void
}
