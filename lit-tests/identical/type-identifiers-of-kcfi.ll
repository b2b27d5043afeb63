; KCFI: functions with different type identifiers are called through different checks, so they are different; with
; equal ones they merge, and a thunk keeps its identifier.
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @one(i32 %x) !kcfi_type ![[A:[0-9]+]]
; CHECK-NEXT: %a = mul
; CHECK: define i32 @same(i32 %x) !kcfi_type ![[A]]
; CHECK-NEXT: tail call i32 @one(i32 %x)
; CHECK: define i32 @other(i32 %x) !kcfi_type ![[B:[0-9]+]]
; CHECK-NEXT: %a = mul

define i32 @one(i32 %x) !kcfi_type !0 {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @same(i32 %x) !kcfi_type !0 {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @other(i32 %x) !kcfi_type !1 {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

!llvm.module.flags = !{!2}
!0 = !{i32 1234}
!1 = !{i32 5678}
!2 = !{i32 4, !"kcfi", i32 1}
