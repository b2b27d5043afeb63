; lld folds no code with landing pads: with fold=icf nothing is made that nobody folds. A body with landing pads
; that names a local symbol has no name, and is not made either.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s
; RUN: %fmerge combine %t.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=icf;verify;report=%t.json>,verify' -S %s | %FileCheck %s --check-prefix=ICF --implicit-check-not=Tgm
; RUN: %FileCheck %s --check-prefix=REPORT < %t.json
; REPORT: "not-foldable":4
; ICF: define i32 @one(i32 %x) personality
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=auto;verify>,verify' -S %s | %FileCheck %s --implicit-check-not=Tgm
; CHECK: define i32 @one(i32 %x)
; CHECK-NEXT: tail call i32 @[[BODY:fmerge.[0-9a-f]+]](i32 %x, i32 11)
; CHECK: define i32 @three(i32 %x) personality
; CHECK: define i32 @four(i32 %x) personality
; CHECK: define linkonce_odr hidden i32 @[[BODY]]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @g(i32)
declare i32 @__gxx_personality_v0(...)
@count = internal global i32 0
define i32 @one(i32 %x) personality ptr @__gxx_personality_v0 {
  %a = invoke i32 @g(i32 11) to label %fine unwind label %pad
fine:
  ret i32 %a
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}
define i32 @two(i32 %x) personality ptr @__gxx_personality_v0 {
  %a = invoke i32 @g(i32 12) to label %fine unwind label %pad
fine:
  ret i32 %a
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}
define i32 @three(i32 %x) personality ptr @__gxx_personality_v0 {
  store i32 3, ptr @count
  %a = invoke i32 @g(i32 11) to label %fine unwind label %pad
fine:
  ret i32 %a
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}
define i32 @four(i32 %x) personality ptr @__gxx_personality_v0 {
  store i32 3, ptr @count
  %a = invoke i32 @g(i32 12) to label %fine unwind label %pad
fine:
  ret i32 %a
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}
