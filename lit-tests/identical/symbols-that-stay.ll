; Functions in llvm.used, named by !associated or !callees, aliased, exported, or one of several in a comdat keep
; their symbol. What is left of the first is the body, because it has to stay anyway.
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -S %s | %FileCheck %s
; CHECK: $group = comdat any
; CHECK: @section = global i32 0, section "s", !associated ![[OF:[0-9]+]]
; CHECK: @other = alias i32 (i32), ptr @aliased
; CHECK: define internal i32 @used(i32 %x) unnamed_addr {
; CHECK-NEXT: %a = mul
; CHECK: define internal i32 @linked(i32 %x) unnamed_addr {
; CHECK-NEXT: tail call i32 @used(i32 %x)
; CHECK: define internal i32 @aliased(i32 %x) unnamed_addr {
; CHECK-NEXT: tail call i32 @used(i32 %x)
; CHECK: define linkonce_odr i32 @group(i32 %x) unnamed_addr comdat {
; CHECK-NEXT: tail call i32 @used(i32 %x)
; CHECK: define linkonce_odr i32 @member(i32 %x) unnamed_addr comdat($group) {
; CHECK-NEXT: tail call i32 @used(i32 %x)
; CHECK: define dllexport i32 @exported(i32 %x) unnamed_addr {
; CHECK-NEXT: tail call i32 @used(i32 %x)
; CHECK: define i32 @named(i32 %x) unnamed_addr {
; CHECK-NEXT: tail call i32 @used(i32 %x)
; CHECK-NOT: @listed
; CHECK: define i32 @user(ptr %f, ptr %p)
; CHECK-NEXT: store ptr @named, ptr %p
; CHECK-NEXT: store ptr @used, ptr %p
; CHECK-NEXT: call i32 %f(i32 1), !callees ![[LIST:[0-9]+]]
; CHECK: ![[OF]] = !{ptr @linked}
; CHECK: ![[LIST]] = !{ptr @named, ptr @used}
target triple = "x86_64-pc-windows-gnu"
$group = comdat any

@section = global i32 0, section "s", !associated !0
@llvm.used = appending global [1 x ptr] [ptr @used], section "llvm.metadata"
@other = alias i32 (i32), ptr @aliased

define internal i32 @used(i32 %x) unnamed_addr {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @linked(i32 %x) unnamed_addr {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @aliased(i32 %x) unnamed_addr {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define linkonce_odr i32 @group(i32 %x) unnamed_addr comdat {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define linkonce_odr i32 @member(i32 %x) unnamed_addr comdat($group) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define dllexport i32 @exported(i32 %x) unnamed_addr {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @named(i32 %x) unnamed_addr {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @listed(i32 %x) unnamed_addr {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @user(ptr %f, ptr %p) {
  store ptr @named, ptr %p
  store ptr @listed, ptr %p
  %r = call i32 %f(i32 1), !callees !1
  ret i32 %r
}

!0 = !{ptr @linked}
!1 = !{ptr @named, ptr @listed}
