; Weak, external, linkonce and exported functions stay as thunks, with all that they are beside their bodies;
; their callers go on calling them.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm<force;linkonce=skip>' -S %s | %FileCheck --check-prefix=SKIP %s
; CHECK: define weak i32 @weak(
; CHECK-NEXT: tail call i32 @weak.gfm(i32 %x, ptr %p, i32 1)
; CHECK: define linkonce_odr hidden i32 @odr(i32 %x, ptr %p) comdat {
; CHECK-NEXT: tail call i32 @weak.gfm(i32 %x, ptr %p, i32 2)
; CHECK: define protected i32 @external(i32 %x, ptr %p) unnamed_addr
; CHECK-NEXT: tail call i32 @weak.gfm(i32 %x, ptr %p, i32 3)
; CHECK: define internal i32 @used(
; CHECK-NEXT: tail call i32 @weak.gfm(i32 %x, ptr %p, i32 4)
; CHECK: define internal i32 @taken(
; CHECK-NEXT: tail call i32 @weak.gfm(i32 %x, ptr %p, i32 5)
; CHECK: define i32 @user(
; CHECK-NEXT: call i32 @weak(i32 %x, ptr %p)
; CHECK-NEXT: call i32 @odr(i32 %x, ptr %p)
; CHECK: define internal i32 @weak.gfm(i32 %x, ptr %p, i32 %0) unnamed_addr
; SKIP: define linkonce_odr hidden i32 @odr
; SKIP-NEXT: mul
; SKIP: define protected i32 @external
; SKIP-NEXT: tail call

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

$odr = comdat any
@llvm.used = appending global [1 x ptr] [ptr @used], section "llvm.metadata"
@table = global ptr @taken

define weak i32 @weak(i32 %x, ptr %p) {
  %a = mul i32 %x, 1
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define linkonce_odr hidden i32 @odr(i32 %x, ptr %p) comdat {
  %a = mul i32 %x, 2
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define protected i32 @external(i32 %x, ptr %p) unnamed_addr {
  %a = mul i32 %x, 3
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define internal i32 @used(i32 %x, ptr %p) {
  %a = mul i32 %x, 4
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define internal i32 @taken(i32 %x, ptr %p) {
  %a = mul i32 %x, 5
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define i32 @user(i32 %x, ptr %p) {
  %a = call i32 @weak(i32 %x, ptr %p)
  %b = call i32 @odr(i32 %x, ptr %p)
  ret i32 %a
}
