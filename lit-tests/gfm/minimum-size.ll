; Functions of fewer instructions than min-size take no part, whatever force says.
; RUN: %opt -passes='gfm<force;min-size=5>' -S %s | %FileCheck --check-prefix=LESS %s
; RUN: %opt -passes='gfm<force;min-size=4>' -S %s | %FileCheck --check-prefix=ENOUGH %s
; RUN: %opt -passes='gfm<force;min-size=5>' -pass-remarks-missed=gfm -disable-output %s 2>&1 | %FileCheck --check-prefix=REMARK %s
; LESS-NOT: .gfm(
; ENOUGH: call i32 @one.gfm(
; REMARK: so small that a thunk would not be smaller

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) {
  %a = mul i32 %x, 3
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define i32 @two(i32 %x, ptr %p) {
  %a = mul i32 %x, 4
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}
