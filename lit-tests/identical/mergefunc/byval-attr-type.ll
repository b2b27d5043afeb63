; The input is llvm/test/Transforms/MergeFunc/byval-attr-type.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "bar",
; CHECK-NEXT: "baz"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 1
; CHECK-NOT: "originals"

@i = global i32 0
@f = global float 0.0

define internal void @foo() {
  call void @callee_i32(ptr byval(i32) @i)
  ret void
}

define internal void @bar() {
  call void @callee_float(ptr byval(float) @f)
  ret void
}

define internal void @baz() {
  call void @callee_float(ptr byval(float) @f)
  ret void
}

define void @user() {

  call void @foo()
  call void @bar()
  call void @baz()
  ret void
}

declare void @callee_i32(ptr byval(i32))
declare void @callee_float(ptr byval(float))
