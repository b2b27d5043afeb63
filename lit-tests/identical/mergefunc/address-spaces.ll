; The input is llvm/test/Transforms/MergeFunc/address-spaces.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": []

target datalayout = "p:32:32:32-p1:32:32:32-p2:16:16:16"

declare void @foo(i32) nounwind

; None of these functions should be merged

define i32 @store_as0(ptr %x) {
  %gep = getelementptr i32, ptr %x, i32 4
  %y = load i32, ptr %gep
  call void @foo(i32 %y) nounwind
  ret i32 %y
}

define i32 @store_as1(ptr addrspace(1) %x) {
  %gep = getelementptr i32, ptr addrspace(1) %x, i32 4
  %y = load i32, ptr addrspace(1) %gep
  call void @foo(i32 %y) nounwind
  ret i32 %y
}

define i32 @store_as2(ptr addrspace(2) %x) {
  %gep = getelementptr i32, ptr addrspace(2) %x, i32 4
  %y = load i32, ptr addrspace(2) %gep
  call void @foo(i32 %y) nounwind
  ret i32 %y
}
