; The input is llvm/test/Transforms/MergeFunc/ranges.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "cmp_with_range",
; CHECK-NEXT: "cmp_no_range",
; CHECK-NEXT: "cmp_different_range",
; CHECK-NEXT: "cmp_with_same_range"
; CHECK: "thunks": 3,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

define i1 @cmp_with_range(ptr, ptr) {
  %v1 = load i8, ptr %0, !range !0
  %v2 = load i8, ptr %1, !range !0
  %out = icmp eq i8 %v1, %v2
  ret i1 %out
}

define i1 @cmp_no_range(ptr, ptr) {
  %v1 = load i8, ptr %0
  %v2 = load i8, ptr %1
  %out = icmp eq i8 %v1, %v2
  ret i1 %out
}

define i1 @cmp_different_range(ptr, ptr) {
  %v1 = load i8, ptr %0, !range !1
  %v2 = load i8, ptr %1, !range !1
  %out = icmp eq i8 %v1, %v2
  ret i1 %out
}

define i1 @cmp_with_same_range(ptr, ptr) {
  %v1 = load i8, ptr %0, !range !0
  %v2 = load i8, ptr %1, !range !0
  %out = icmp eq i8 %v1, %v2
  ret i1 %out
}

!0 = !{i8 0, i8 2}
!1 = !{i8 5, i8 7}
