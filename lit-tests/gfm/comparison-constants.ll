; A bound that a value is compared with becomes a parameter.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 100)
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 200)
; CHECK: %c = icmp ult i32 %x, %0

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) {
  %c = icmp ult i32 %x, 100
  %z = zext i1 %c to i32
  store i32 %z, ptr %p
  ret i32 %z
}

define i32 @two(i32 %x, ptr %p) {
  %c = icmp ult i32 %x, 200
  %z = zext i1 %c to i32
  store i32 %z, ptr %p
  ret i32 %z
}
