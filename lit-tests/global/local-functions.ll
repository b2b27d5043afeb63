; A local function goes, and its calls pass the constants. One that is alone in its module, with all others of
; its group in one module too, is left: there is nobody to share with.
; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -passes='gfm-analyze<out=%t/part>' -disable-output %t/a.ll
; RUN: %fmerge combine %t/part -o %t/summary
; RUN: %fmerge show --json %t/summary | %FileCheck %s --check-prefix=SHOW
; SHOW: "merged": 1,
; SHOW: "local": true,
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;fold=comdat;verify>,verify' -S %t/a.ll | %FileCheck %s
; CHECK: define i32 @user(i32 %x)
; CHECK-NEXT: %a = call i32 @[[BODY:fmerge.[0-9a-f]+]](i32 %x, i32 11)
; CHECK-NEXT: %b = call i32 @[[BODY]](i32 %a, i32 12)
; CHECK-NOT: @one
; CHECK-NOT: @two
; CHECK: define linkonce_odr hidden i32 @[[BODY]](
; CHECK-NOT: define
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;fold=icf;verify>,verify' -S %t/a.ll | %FileCheck %s --check-prefix=ICF
; ICF: %a = call i32 @one.Tgm(i32 %x, i32 11)
; ICF-NEXT: %b = call i32 @two.Tgm(i32 %a, i32 12)
; ICF: define internal i32 @one.Tgm(i32 %x, i32 %0) unnamed_addr
; ICF: define internal i32 @two.Tgm(i32 %x, i32 %0) unnamed_addr
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;thunks=keep;fold=icf;verify>,verify' -S %t/a.ll | %FileCheck %s --check-prefix=KEEP
; KEEP: define internal i32 @one(i32 %x)
; KEEP-NEXT: tail call i32 @one.Tgm(i32 %x, i32 11)

; RUN: sed 's/@two/@one/' %t/a.ll | sed '/two begins/,/two ends/d' > %t/alone.ll
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;fold=comdat;verify>,verify' -S %t/alone.ll | %FileCheck %s --check-prefix=ALONE
; ALONE: call i32 @one(i32 %x)
; ALONE: define internal i32 @one(i32 %x)
; ALONE-NOT: define linkonce_odr

;--- a.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @g(i32)
define i32 @user(i32 %x) {
  %a = call i32 @one(i32 %x)
  %b = call i32 @two(i32 %a)
  ret i32 %b
}
define internal i32 @one(i32 %x) {
  %l = call i32 @g(i32 11)
  %a = add i32 %x, %l
  %b = call i32 @g(i32 %a)
  %b2 = call i32 @g(i32 %b)
  %b3 = call i32 @g(i32 %b2)
  %b4 = call i32 @g(i32 %b3)
  %b5 = call i32 @g(i32 %b4)
  %b6 = call i32 @g(i32 %b5)
  %b7 = call i32 @g(i32 %b6)
  ret i32 %b7
}
; two begins
define internal i32 @two(i32 %x) {
  %l = call i32 @g(i32 12)
  %a = add i32 %x, %l
  %b = call i32 @g(i32 %a)
  %b2 = call i32 @g(i32 %b)
  %b3 = call i32 @g(i32 %b2)
  %b4 = call i32 @g(i32 %b3)
  %b5 = call i32 @g(i32 %b4)
  %b6 = call i32 @g(i32 %b5)
  %b7 = call i32 @g(i32 %b6)
  ret i32 %b7
}
; two ends
