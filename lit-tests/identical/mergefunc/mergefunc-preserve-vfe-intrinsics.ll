; The input is llvm/test/Transforms/MergeFunc/mergefunc-preserve-vfe-intrinsics.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "merge_candidate_a",
; CHECK-NEXT: "merge_candidate_b"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

; This test contains three identical functions, aside from the metadata
; they pass to a function call. This test verifies that the function merger
; pass is able to merge the two functions that are truly identical,
; but the third that passes different metadata is preserved

declare { ptr, i1 } @llvm.type.checked.load(ptr, i32, metadata)

define i1 @merge_candidate_a(ptr %ptr, i32 %offset) {
  %1 = call { ptr, i1 } @llvm.type.checked.load(ptr %ptr, i32 %offset, metadata !"common_metadata")
  %2 = extractvalue { ptr, i1 } %1, 1
  ret i1 %2
}

define i1 @merge_candidate_c(ptr %ptr, i32 %offset) {
  %1 = call { ptr, i1 } @llvm.type.checked.load(ptr %ptr, i32 %offset, metadata !"different_metadata")
  %2 = extractvalue { ptr, i1 } %1, 1
  ret i1 %2
}

define i1 @merge_candidate_b(ptr %ptr, i32 %offset) {
  %1 = call { ptr, i1 } @llvm.type.checked.load(ptr %ptr, i32 %offset, metadata !"common_metadata")
  %2 = extractvalue { ptr, i1 } %1, 1
  ret i1 %2
}
