; Not more parameters than params says, and than go in registers. What is in a section of its own reads no tables.
; RUN: %opt -passes='gfm<force;params=1>' -S %s | %FileCheck --check-prefix=FEW %s
; RUN: %opt -passes='gfm<force;params=2>' -S %s | %FileCheck --check-prefix=ENOUGH %s
; RUN: sed 's/x86_64-unknown-linux-gnu/i686-unknown-linux-gnu/' %s | %opt -passes='gfm<force;params=2>' -S | %FileCheck --check-prefix=FEW %s
; RUN: sed 's/ptr .p)/ptr %%p, i64 %%q, i64 %%r, i64 %%t)/' %s | %opt -passes='gfm<force;params=2>' -S | %FileCheck --check-prefix=FEW %s
; FEW-NOT: .gfm(
; ENOUGH: call i32 @one.gfm(i32 %x, ptr %p, i32 3, i32 13)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) section "own" {
  %a = mul i32 %x, 3
  store i32 %a, ptr %p
  %b = xor i32 %a, 13
  ret i32 %b
}

define i32 @two(i32 %x, ptr %p) section "own" {
  %a = mul i32 %x, 4
  store i32 %a, ptr %p
  %b = xor i32 %a, 14
  ret i32 %b
}
