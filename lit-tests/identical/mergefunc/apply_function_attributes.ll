; The input is llvm/test/Transforms/MergeFunc/apply_function_attributes.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "B",
; CHECK-NEXT: "C",
; CHECK-NEXT: "A"
; CHECK: "thunks": 2,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

%Opaque_type = type opaque
%S2i = type <{ i64, i64 }>
%D2i = type <{ i64, i64 }>
%Di = type <{ i32 }>
%Si = type <{ i32 }>

define void @B(ptr sret(%Opaque_type) %a, ptr %b, ptr %xp, ptr %yp) {
  %x = load i32, ptr %xp
  %y = load i32, ptr %yp
  %sum = add i32 %x, %y
  %sum2 = add i32 %sum, %y
  %sum3 = add i32 %sum2, %y
  ret void
}

define void @C(ptr sret(%Opaque_type) %a, ptr %b, ptr %xp, ptr %yp) {
  %x = load i32, ptr %xp
  %y = load i32, ptr %yp
  %sum = add i32 %x, %y
  %sum2 = add i32 %sum, %y
  %sum3 = add i32 %sum2, %y
  ret void
}

define void @A(ptr sret(%Opaque_type) %a, ptr %b, ptr %xp, ptr %yp) {
  %x = load i32, ptr %xp
  %y = load i32, ptr %yp
  %sum = add i32 %x, %y
  %sum2 = add i32 %sum, %y
  %sum3 = add i32 %sum2, %y
  ret void
}

; Make sure we transfer the parameter attributes to the call site.

; Make sure we transfer the parameter attributes to the call site.
