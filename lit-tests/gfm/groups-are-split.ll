; Four functions that differ in five places: with one parameter allowed, and no tables for what is in a section of its own,
; two groups of two.
; RUN: sed 's/ptr .p) {/ptr %%p) section "own" {/' %s | %opt -passes='gfm<force;verify;params=1>,verify' -S | %FileCheck %s
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 1001)
; CHECK: tail call i32 @one.gfm(i32 %x, ptr %p, i32 2001)
; CHECK: tail call i32 @three.gfm(i32 %x, ptr %p, i32 1001)
; CHECK: tail call i32 @three.gfm(i32 %x, ptr %p, i32 2001)


target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) {
  %a = mul i32 %x, 1001
  store i32 %a, ptr %p
  %b = xor i32 %a, 1002
  store i32 %b, ptr %p
  %c = mul i32 %b, 1003
  store i32 %c, ptr %p
  %d = xor i32 %c, 1004
  store i32 %d, ptr %p
  %e = mul i32 %d, 1005
  ret i32 %e
}

define i32 @two(i32 %x, ptr %p) {
  %a = mul i32 %x, 2001
  store i32 %a, ptr %p
  %b = xor i32 %a, 1002
  store i32 %b, ptr %p
  %c = mul i32 %b, 1003
  store i32 %c, ptr %p
  %d = xor i32 %c, 1004
  store i32 %d, ptr %p
  %e = mul i32 %d, 1005
  ret i32 %e
}

define i32 @three(i32 %x, ptr %p) {
  %a = mul i32 %x, 1001
  store i32 %a, ptr %p
  %b = xor i32 %a, 3002
  store i32 %b, ptr %p
  %c = mul i32 %b, 3003
  store i32 %c, ptr %p
  %d = xor i32 %c, 3004
  store i32 %d, ptr %p
  %e = mul i32 %d, 3005
  ret i32 %e
}

define i32 @four(i32 %x, ptr %p) {
  %a = mul i32 %x, 2001
  store i32 %a, ptr %p
  %b = xor i32 %a, 3002
  store i32 %b, ptr %p
  %c = mul i32 %b, 3003
  store i32 %c, ptr %p
  %d = xor i32 %c, 3004
  store i32 %d, ptr %p
  %e = mul i32 %d, 3005
  ret i32 %e
}
