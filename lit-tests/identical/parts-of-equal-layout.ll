; Structs, arrays and vectors as values count by their layout too: their names are no difference, and
; pointers and integers of one size in them are converted part by part where a body is called.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal { ptr, i64 } @slice({ ptr, i64 } %s, i64 %n)
; CHECK-NOT: define {{.*}} @numbers
; CHECK: define internal %Named @named(
; CHECK-NOT: define {{.*}} @other
; CHECK: define internal <2 x ptr> @lanes(
; CHECK-NOT: define {{.*}} @integers
; CHECK: define internal { i32, i64 } @wider(
; CHECK: define internal <{ i32, i64 }> @packed(

; CHECK: define i64 @user(ptr %p)
; CHECK: extractvalue { i64, i64 } %{{.*}}, 0
; CHECK-NEXT: inttoptr i64 %{{.*}} to ptr
; CHECK: call { ptr, i64 } @slice({ ptr, i64 } %{{.*}}, i64 2)
; CHECK: ptrtoint ptr %{{.*}} to i64

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%Named = type { i32, [2 x ptr] }
%Other = type { i32, [2 x ptr] }

define internal { ptr, i64 } @slice({ ptr, i64 } %s, i64 %n) {
  %old = extractvalue { ptr, i64 } %s, 1
  %new = sub i64 %old, %n
  %at = extractvalue { ptr, i64 } %s, 0
  %a = insertvalue { ptr, i64 } poison, ptr %at, 0
  %b = insertvalue { ptr, i64 } %a, i64 %new, 1
  ret { ptr, i64 } %b
}

define internal { i64, i64 } @numbers({ i64, i64 } %s, i64 %n) {
  %old = extractvalue { i64, i64 } %s, 1
  %new = sub i64 %old, %n
  %at = extractvalue { i64, i64 } %s, 0
  %a = insertvalue { i64, i64 } poison, i64 %at, 0
  %b = insertvalue { i64, i64 } %a, i64 %new, 1
  ret { i64, i64 } %b
}

define internal %Named @named(ptr %p, i32 %x) {
  %v = load %Named, ptr %p
  %w = insertvalue %Named %v, i32 %x, 0
  store %Named zeroinitializer, ptr %p
  ret %Named %w
}

define internal %Other @other(ptr %p, i32 %x) {
  %v = load %Other, ptr %p
  %w = insertvalue %Other %v, i32 %x, 0
  store %Other zeroinitializer, ptr %p
  ret %Other %w
}

define internal <2 x ptr> @lanes(<2 x ptr> %v, ptr %x) {
  %w = insertelement <2 x ptr> %v, ptr %x, i32 0
  %r = shufflevector <2 x ptr> %w, <2 x ptr> zeroinitializer, <2 x i32> <i32 1, i32 2>
  ret <2 x ptr> %r
}

define internal <2 x i64> @integers(<2 x i64> %v, i64 %x) {
  %w = insertelement <2 x i64> %v, i64 %x, i32 0
  %r = shufflevector <2 x i64> %w, <2 x i64> zeroinitializer, <2 x i32> <i32 1, i32 2>
  ret <2 x i64> %r
}

; The offsets of the parts differ.
define internal { i32, i64 } @wider(ptr %p) {
  %v = load { i32, i64 }, ptr %p
  store { i32, i64 } zeroinitializer, ptr %p
  ret { i32, i64 } %v
}

define internal <{ i32, i64 }> @packed(ptr %p) {
  %v = load <{ i32, i64 }>, ptr %p
  store <{ i32, i64 }> zeroinitializer, ptr %p
  ret <{ i32, i64 }> %v
}

define i64 @user(ptr %p) {
  %s = load { ptr, i64 }, ptr %p
  %n = load { i64, i64 }, ptr %p
  %a = call { ptr, i64 } @slice({ ptr, i64 } %s, i64 1)
  %b = call { i64, i64 } @numbers({ i64, i64 } %n, i64 2)
  %c = call %Named @named(ptr %p, i32 3)
  %d = call %Other @other(ptr %p, i32 4)
  %v = load <2 x ptr>, ptr %p
  %i = load <2 x i64>, ptr %p
  %e = call <2 x ptr> @lanes(<2 x ptr> %v, ptr %p)
  %f = call <2 x i64> @integers(<2 x i64> %i, i64 5)
  %g = call { i32, i64 } @wider(ptr %p)
  %h = call <{ i32, i64 }> @packed(ptr %p)
  store { ptr, i64 } %a, ptr %p
  store %Named %c, ptr %p
  store %Other %d, ptr %p
  store <2 x ptr> %e, ptr %p
  store <2 x i64> %f, ptr %p
  store { i32, i64 } %g, ptr %p
  store <{ i32, i64 }> %h, ptr %p
  %r = extractvalue { i64, i64 } %b, 0
  ret i64 %r
}
