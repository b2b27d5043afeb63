; The input is llvm/test/Transforms/MergeFunc/different-index-width-gep-crash.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "foo",
; CHECK-NEXT: "bar"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

target datalayout = "e-p:64:64-p2:128:128:128:32"

define void @foo(ptr addrspace(2) %x) {
    %tmp = getelementptr i32, ptr addrspace(2) %x, i32 1
    ret void
}

define void @bar(ptr addrspace(2) %x) {
    %tmp = getelementptr i32, ptr addrspace(2) %x, i32 1
    ret void
}
