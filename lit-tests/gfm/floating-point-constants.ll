; Floating-point numbers go in registers of their own kind.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call double @one.gfm(double %x, ptr %p, double 1.500000e+00)
; CHECK: tail call double @one.gfm(double %x, ptr %p, double 2.500000e+00)
; CHECK: %a = fmul double %x, %0

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define double @one(double %x, ptr %p) {
  %a = fmul double %x, 1.5
  store double %a, ptr %p
  %b = fadd double %a, %x
  ret double %b
}

define double @two(double %x, ptr %p) {
  %a = fmul double %x, 2.5
  store double %a, ptr %p
  %b = fadd double %a, %x
  ret double %b
}
