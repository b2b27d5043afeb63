; Functions that call each other, twice: each pair shares a body that is told whom to call.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @even1(i32 %x)
; CHECK-NEXT: tail call i32 @even1.gfm(i32 %x, ptr @g, ptr @odd1)
; CHECK: define i32 @odd1(i32 %x)
; CHECK-NEXT: tail call i32 @odd1.gfm(i32 %x, ptr @even1)
; CHECK: define i32 @even2(i32 %x)
; CHECK-NEXT: tail call i32 @even1.gfm(i32 %x, ptr @h, ptr @odd2)
; CHECK: define i32 @odd2(i32 %x)
; CHECK-NEXT: tail call i32 @odd1.gfm(i32 %x, ptr @even2)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@g = external global i32
@h = external global i32

define i32 @even1(i32 %x) {
  store i32 %x, ptr @g
  %a = sub i32 %x, 1
  %r = call i32 @odd1(i32 %a)
  ret i32 %r
}

define i32 @odd1(i32 %x) {
  %a = sub i32 %x, 1
  %b = mul i32 %a, %x
  %c = xor i32 %b, %a
  %r = call i32 @even1(i32 %c)
  ret i32 %r
}

define i32 @even2(i32 %x) {
  store i32 %x, ptr @h
  %a = sub i32 %x, 1
  %r = call i32 @odd2(i32 %a)
  ret i32 %r
}

define i32 @odd2(i32 %x) {
  %a = sub i32 %x, 1
  %b = mul i32 %a, %x
  %c = xor i32 %b, %a
  %r = call i32 @even2(i32 %c)
  ret i32 %r
}
