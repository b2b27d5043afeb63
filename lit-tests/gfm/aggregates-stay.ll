; A constant that fits in no register is no parameter.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/i32 3 }/i32 2 }/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=MERGED %s
; CHECK-NOT: .gfm(
; MERGED: call i32 @one.gfm(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) {
  store { i32, i32 } { i32 1, i32 2 }, ptr %p
  store i32 %x, ptr %p
  %a = add i32 %x, 1
  ret i32 %a
}

define i32 @two(i32 %x, ptr %p) {
  store { i32, i32 } { i32 1, i32 3 }, ptr %p
  store i32 %x, ptr %p
  %a = add i32 %x, 1
  ret i32 %a
}
