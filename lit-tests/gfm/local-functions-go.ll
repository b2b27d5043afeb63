; Calls of local functions go straight to the shared body, invokes too; no thunk stays.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK-NOT: @one(
; CHECK: define i32 @user(i32 %x, ptr %p)
; CHECK-NEXT: %a = call i32 @one.gfm(i32 %x, ptr %p, i32 3)
; CHECK-NEXT: %b = invoke i32 @one.gfm(i32 %a, ptr %p, i32 4)
; CHECK-NOT: @two(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @__gxx_personality_v0(...)

define internal i32 @one(i32 %x, ptr %p) {
  %a = mul i32 %x, 3
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define internal i32 @two(i32 %x, ptr %p) {
  %a = mul i32 %x, 4
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define i32 @user(i32 %x, ptr %p) personality ptr @__gxx_personality_v0 {
  %a = call i32 @one(i32 %x, ptr %p)
  %b = invoke i32 @two(i32 %a, ptr %p) to label %fine unwind label %pad

fine:
  ret i32 %b

pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
