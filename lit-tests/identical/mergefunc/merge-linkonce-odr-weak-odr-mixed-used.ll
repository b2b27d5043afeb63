; The input is llvm/test/Transforms/MergeFunc/merge-linkonce-odr-weak-odr-mixed-used.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "weak_odr_caller_of_foo_1",
; CHECK-NEXT: "linkonce_odr_caller_of_foo_2",
; CHECK-NEXT: "weak_odr_caller_of_foo_3"
; CHECK: "thunks": 3,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

@llvm.used = appending global [3 x ptr] [ptr @weak_odr_caller_of_foo_1, ptr @linkonce_odr_caller_of_foo_2, ptr @weak_odr_caller_of_foo_3]

define void @caller_of_callers(ptr %p) {
  call void @weak_odr_caller_of_foo_1(ptr %p)
  call void @linkonce_odr_caller_of_foo_2(ptr %p)
  call void @weak_odr_caller_of_foo_3(ptr %p)
  ret void
}

define weak_odr void @weak_odr_caller_of_foo_1(ptr %p) {
entry:
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  ret void
}

define linkonce_odr void @linkonce_odr_caller_of_foo_2(ptr %p) {
entry:
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  ret void
}

define weak_odr void @weak_odr_caller_of_foo_3(ptr %p) {
entry:
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  ret void
}

declare void @foo(ptr)

;.
;.
