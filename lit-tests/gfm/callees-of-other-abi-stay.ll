; What only the callee's declaration says of its arguments would be lost with an indirect call.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/signext//;s/zeroext//' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=MERGED %s
; CHECK-NOT: .gfm(
; MERGED: call i32 @one.gfm(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare hidden i32 @f(i16 signext)
declare hidden i32 @g(i16 zeroext)

define i32 @one(i32 %x, ptr %p) {
  %t = trunc i32 %x to i16
  %a = call i32 @f(i16 %t)
  store i32 %a, ptr %p
  %b = add i32 %a, 7
  ret i32 %b
}

define i32 @two(i32 %x, ptr %p) {
  %t = trunc i32 %x to i16
  %a = call i32 @g(i16 %t)
  store i32 %a, ptr %p
  %b = add i32 %a, 7
  ret i32 %b
}
