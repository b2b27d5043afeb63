; The input is llvm/test/Transforms/MergeFunc/dso_local_equivalent_merged.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "a",
; CHECK-NEXT: "b"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 1
; CHECK-NOT: "originals"

;; Check the cases involving dso_local_equivalent where we do expect functions to be merged.

@x = constant { ptr, ptr } { ptr @a, ptr @b }

define i32 @func() {
  ret i32 0
}

define internal i32 @a() unnamed_addr {
  %1 = call i32 dso_local_equivalent @func()
  ret i32 %1
}

define internal i32 @b() unnamed_addr {
  %1 = call i32 dso_local_equivalent @func()
  ret i32 %1
}
