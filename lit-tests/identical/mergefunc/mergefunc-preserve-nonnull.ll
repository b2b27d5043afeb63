; The input is llvm/test/Transforms/MergeFunc/mergefunc-preserve-nonnull.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "f1",
; CHECK-NEXT: "f2",
; CHECK-NEXT: "noundef",
; CHECK-NEXT: "noalias_1",
; CHECK-NEXT: "noundef_dbg",
; CHECK-NEXT: "noalias_2"
; CHECK: "thunks": 5,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

; This test makes sure that the mergefunc pass does not merge functions
; that have different nonnull assertions.

%1 = type ptr

define void @f1(ptr %0, ptr %1) {
  %3 = load ptr, ptr %1, align 8, !nonnull !0
  store ptr %3, ptr %0, align 8
  ret void
}

define void @f2(ptr %0, ptr %1) {
  %3 = load ptr, ptr %1, align 8
  store ptr %3, ptr %0, align 8
  ret void
}

define void @noundef(ptr %0, ptr %1) {
  %3 = load ptr, ptr %1, align 8, !noundef !0
  store ptr %3, ptr %0, align 8
  ret void
}

define void @noalias_1(ptr %0, ptr %1) {
  %3 = load ptr, ptr %1, align 8, !noalias !4
  store ptr %3, ptr %0, align 8, !alias.scope !4
  ret void
}

define void @noundef_dbg(ptr %0, ptr %1) {
  %3 = load ptr, ptr %1, align 8, !noundef !0, !dbg !1
  store ptr %3, ptr %0, align 8
  ret void
}

define void @noalias_2(ptr %0, ptr %1) {
  %3 = load ptr, ptr %1, align 8, !noalias !7
  store ptr %3, ptr %0, align 8, !alias.scope !7
  ret void
}

!0 = !{}
!1 = !{}
!2 = !{!2}
!3 = !{!3, !2}
!4 = !{!3}
!5 = !{!5}
!6 = !{!6, !5}
!7 = !{!6}
