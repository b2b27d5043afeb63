; Functions of which the linker keeps one of several share a private body (llvm#125050: in two objects, each
; had become a thunk of the other). Calls go to the body; a function that is left without uses goes.
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -S %s | %FileCheck %s
; CHECK-NOT: @unused
; CHECK: define weak_odr i32 @one(i32 %x)
; CHECK-NEXT: tail call i32 @one.fmerge(i32 %x)
; CHECK: define linkonce_odr i32 @two(i32 %x)
; CHECK-NEXT: tail call i32 @one.fmerge(i32 %x)
; CHECK: define ptr @user(
; CHECK-NEXT: call i32 @one.fmerge(i32 %x)
; CHECK-NEXT: call i32 @one.fmerge(i32 %x)
; CHECK-NEXT: call i32 @one.fmerge(i32 %x)
; CHECK: define internal i32 @one.fmerge(i32 %x) unnamed_addr
; CHECK-NEXT: %a = mul
$two = comdat any
$unused = comdat any

define weak_odr i32 @one(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define linkonce_odr i32 @two(i32 %x) comdat {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define linkonce_odr i32 @unused(i32 %x) comdat {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define ptr @user(i32 %x) {
  %a = call i32 @one(i32 %x)
  %b = call i32 @two(i32 %x)
  %c = call i32 @unused(i32 %x)
  ret ptr @two
}
