; Functions with landing pads share a body with them; thunks need none. Other clauses are other functions.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: awk '/^  .*catch ptr/ && n++ {sub(/@type/, "@other")} {print}' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=OTHER %s
; CHECK: define i32 @one(i32 %x, ptr %p) {
; CHECK-NEXT: tail call i32 @one.gfm(i32 %x, ptr %p, i32 3)
; CHECK: define internal i32 @one.gfm(i32 %x, ptr %p, i32 %0) unnamed_addr #{{.*}} personality ptr @__gxx_personality_v0
; CHECK: landingpad { ptr, i32 }
; CHECK-NEXT: @type
; OTHER-NOT: .gfm(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@type = external constant ptr
@other = external constant ptr
declare i32 @__gxx_personality_v0(...)
declare void @may_throw(i32)

define i32 @one(i32 %x, ptr %p) personality ptr @__gxx_personality_v0 {
  %a = mul i32 %x, 3
  invoke void @may_throw(i32 %a) to label %fine unwind label %pad

fine:
  ret i32 %a

pad:
  %l = landingpad { ptr, i32 } catch ptr @type
  store i32 %a, ptr %p
  ret i32 0
}

define i32 @two(i32 %x, ptr %p) personality ptr @__gxx_personality_v0 {
  %a = mul i32 %x, 4
  invoke void @may_throw(i32 %a) to label %fine unwind label %pad

fine:
  ret i32 %a

pad:
  %l = landingpad { ptr, i32 } catch ptr @type
  store i32 %a, ptr %p
  ret i32 0
}
