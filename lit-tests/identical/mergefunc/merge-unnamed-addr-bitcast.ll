; The input is llvm/test/Transforms/MergeFunc/merge-unnamed-addr-bitcast.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
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

%A = type { i32 }
%B = type { i32 }

@x = constant { ptr, ptr }
  { ptr @a,
    ptr @b }

define internal i32 @a(%A) unnamed_addr {
  extractvalue %A %0, 0
  xor i32 %2, 0
  ret i32 %3
}

define internal i32 @b(%B) unnamed_addr {
  extractvalue %B %0, 0
  xor i32 %2, 0
  ret i32 %3
}

define i32 @c(i32) {
  insertvalue %B undef, i32 %0, 0
  call i32 @b(%B %2)
  ret i32 %3
}
