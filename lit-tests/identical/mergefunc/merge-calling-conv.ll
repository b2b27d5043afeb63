; The input is llvm/test/Transforms/MergeFunc/merge-calling-conv.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "normal",
; CHECK-NEXT: "as_normal"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 1,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

; Check that no calls are generated for certain calling conventions

@debug = global i32 0

define void @normal(i32 %a) unnamed_addr {
  %b = xor i32 %a, 0
  store i32 %b, ptr @debug
  ret void
}

define void @as_normal(i32 %a) unnamed_addr {
  %b = xor i32 %a, 0
  store i32 %b, ptr @debug
  ret void
}

define amdgpu_kernel void @amdgpu_kernel(i32 %a) unnamed_addr {
  %b = xor i32 %a, 1
  store i32 %b, ptr @debug
  ret void
}

define amdgpu_kernel void @as_amdgpu_kernel(i32 %a) unnamed_addr {
  %b = xor i32 %a, 1
  store i32 %b, ptr @debug
  ret void
}

define ptx_kernel void @ptx_kernel(i32 %a) unnamed_addr {
  %b = xor i32 %a, 2
  store i32 %b, ptr @debug
  ret void
}

define ptx_kernel void @as_ptx_kernel(i32 %a) unnamed_addr {
  %b = xor i32 %a, 2
  store i32 %b, ptr @debug
  ret void
}

define spir_kernel void @spir_kernel(i32 %a) unnamed_addr {
  %b = xor i32 %a, 3
  store i32 %b, ptr @debug
  ret void
}

define spir_kernel void @as_spir_kernel(i32 %a) unnamed_addr {
  %b = xor i32 %a, 3
  store i32 %b, ptr @debug
  ret void
}
