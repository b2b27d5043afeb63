; The input is llvm/test/Transforms/MergeFunc/merge-weak-odr.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "weak_odr_caller_of_foo_1",
; CHECK-NEXT: "weak_odr_caller_of_foo_2",
; CHECK-NEXT: "weak_odr_caller_of_foo_3"
; CHECK: "thunks": 3,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "internal_caller_of_bar_1",
; CHECK-NEXT: "weak_odr_caller_of_bar_2",
; CHECK-NEXT: "weak_odr_caller_of_bar_3"
; CHECK: "thunks": 2,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "hidden_caller_of_zar_1",
; CHECK-NEXT: "weak_odr_caller_of_zar_2"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

define void @caller_of_callers(ptr %p) {
  call void @weak_odr_caller_of_foo_1(ptr %p)
  call void @weak_odr_caller_of_foo_2(ptr %p)
  call void @weak_odr_caller_of_foo_3(ptr %p)

  call void @internal_caller_of_bar_1(ptr %p)
  call void @weak_odr_caller_of_bar_2(ptr %p)
  call void @weak_odr_caller_of_bar_3(ptr %p)

  call void @hidden_caller_of_zar_1(ptr %p)
  call void @weak_odr_caller_of_zar_2(ptr %p)

  ret void
}

define weak_odr hidden void @weak_odr_caller_of_foo_1(ptr %p) {
entry:
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  ret void
}

define weak_odr hidden void @weak_odr_caller_of_foo_2(ptr %p) {
entry:
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  ret void
}

define weak_odr hidden void @weak_odr_caller_of_foo_3(ptr %p) {
entry:
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  tail call void @foo(ptr %p)
  ret void
}

declare void @foo(ptr)

define internal void @internal_caller_of_bar_1(ptr %p) {
entry:
  tail call void @bar(ptr %p)
  tail call void @bar(ptr %p)
  tail call void @bar(ptr %p)
  ret void
}

define weak_odr hidden void @weak_odr_caller_of_bar_2(ptr %p) {
entry:
  tail call void @bar(ptr %p)
  tail call void @bar(ptr %p)
  tail call void @bar(ptr %p)
  ret void
}

define weak_odr hidden void @weak_odr_caller_of_bar_3(ptr %p) {
entry:
  tail call void @bar(ptr %p)
  tail call void @bar(ptr %p)
  tail call void @bar(ptr %p)
  ret void
}

declare void @bar(ptr)

define hidden void @hidden_caller_of_zar_1(ptr %p) {
entry:
  tail call void @zar(ptr %p)
  tail call void @zar(ptr %p)
  tail call void @zar(ptr %p)
  ret void
}

define weak_odr hidden void @weak_odr_caller_of_zar_2(ptr %p) {
entry:
  tail call void @zar(ptr %p)
  tail call void @zar(ptr %p)
  tail call void @zar(ptr %p)
  ret void
}

declare void @zar(ptr)
