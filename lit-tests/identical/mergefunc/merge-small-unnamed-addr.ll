; The input is llvm/test/Transforms/MergeFunc/merge-small-unnamed-addr.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
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

@x = constant { ptr, ptr } { ptr @a, ptr @b }

define internal void @a() unnamed_addr {
  ret void
}

define internal void @b() unnamed_addr {
  ret void
}
