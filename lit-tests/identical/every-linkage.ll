; Who keeps its body, who goes, who becomes a thunk: by linkage.
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -S %s | %FileCheck %s
; CHECK: @kept = external global i32
; CHECK-NOT: alias
; CHECK: define available_externally i32 @copied(i32 %x)
; CHECK-NEXT: %a = mul
; CHECK: define i32 @visible(i32 %x)
; CHECK-NEXT: %a = mul
; CHECK: define hidden i32 @concealed(i32 %x)
; CHECK-NEXT: tail call i32 @visible(
; CHECK: define protected i32 @guarded(i32 %x)
; CHECK-NEXT: tail call i32 @visible(
; CHECK: define weak i32 @weak(i32 %x)
; CHECK-NEXT: tail call i32 @visible(
; CHECK: define linkonce i32 @linkonce(i32 %x)
; CHECK-NEXT: tail call i32 @visible(
; CHECK: define weak_odr i32 @weak_odr(i32 %x)
; CHECK-NEXT: tail call i32 @visible(
; CHECK-NOT: define
; CHECK: define void @user(
; CHECK-NEXT: call i32 @copied(
; CHECK-NEXT: call i32 @visible(
; CHECK-NEXT: call i32 @visible(
; CHECK-NEXT: call i32 @visible(
; CHECK-NEXT: call i32 @weak(
; CHECK-NEXT: call i32 @linkonce(
; CHECK-NEXT: call i32 @visible(
; CHECK-NEXT: call i32 @visible(
; CHECK-NEXT: call i32 @visible(
@kept = external global i32

define available_externally i32 @copied(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @visible(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define hidden i32 @concealed(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define protected i32 @guarded(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define weak i32 @weak(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define linkonce i32 @linkonce(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define weak_odr i32 @weak_odr(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define linkonce_odr i32 @linkonce_odr(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @local(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define void @user() {
  %copied.result = call i32 @copied(i32 1)
  %visible.result = call i32 @visible(i32 1)
  %concealed.result = call i32 @concealed(i32 1)
  %guarded.result = call i32 @guarded(i32 1)
  %weak.result = call i32 @weak(i32 1)
  %linkonce.result = call i32 @linkonce(i32 1)
  %weak_odr.result = call i32 @weak_odr(i32 1)
  %linkonce_odr.result = call i32 @linkonce_odr(i32 1)
  %local.result = call i32 @local(i32 1)
  ret void
}
