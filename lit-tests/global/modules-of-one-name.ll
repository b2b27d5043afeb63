; Two modules that are both called `main.ll` were one to `combine`: their functions counted as copies of each other or
; as a group of one module, and were left alone in each. What a module defines tells it from others, and is the same
; in both rounds, also where analysis and merging are one round.
; RUN: rm -rf %t && split-file %s %t && mkdir %t/x %t/y
; RUN: cp %t/main.ll %t/x && sed 's/@user/@another/; s/ 11)/ 12)/' %t/main.ll > %t/y/main.ll
; RUN: cd %t/x && %opt -passes='gfm-analyze<out=part>' -disable-output main.ll
; RUN: cd %t/y && %opt -passes='gfm-analyze<out=part>' -disable-output main.ll
; RUN: %fmerge combine %t/x/part %t/y/part --thunk 0 --parameter 0 -o %t/summary
; RUN: %fmerge show --json %t/summary | %FileCheck %s --check-prefix=SHOW
; SHOW: "functions": 4,
; SHOW: "parameters": 1,
; SHOW-NEXT: "local": false,
; SHOW: "module": "main.ll#{{[0-9a-f]+}}"
; RUN: cd %t/x && %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;fold=comdat;verify>,verify' -S main.ll | %FileCheck %s
; RUN: cd %t/y && %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;fold=comdat;verify>,verify' -S main.ll | %FileCheck %s
; CHECK: define linkonce_odr hidden i32 @fmerge.

; A thread-local variable is part of the code, by its name and its module.
; RUN: cd %t && %opt -passes='gfm-analyze<out=part>' -disable-output local.ll && %fmerge combine part --thunk 0 --parameter 0 -o summary
; RUN: %opt -passes='gfm-analyze,gfm-merge<speed=ignore;summary=summary;fold=icf;verify>' -S local.ll | %FileCheck %s --check-prefix=LOCAL
; LOCAL: tail call i32 @one.Tgm(i32 %x, i32 11)
; LOCAL: tail call i32 @two.Tgm(i32 %x, i32 12)

;--- main.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @g(i32)
define i32 @user(i32 %x) {
  %a = call i32 @work(i32 %x)
  %b = call i32 @work(i32 %a)
  %c = sub i32 %b, %x
  ret i32 %c
}
define internal i32 @work(i32 %x) {
  %a = call i32 @g(i32 11)
  %b = add i32 %a, %x
  %c = call i32 @g(i32 %b)
  %d = call i32 @g(i32 %c)
  ret i32 %d
}

;--- local.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@t = internal thread_local global i32 0
declare i32 @g(i32)
declare ptr @llvm.threadlocal.address.p0(ptr)
define i32 @one(i32 %x) {
  %a = call i32 @g(i32 11)
  %t = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %b = load i32, ptr %t
  %c = call i32 @g(i32 %b)
  %d = add i32 %c, %x
  ret i32 %d
}
define i32 @two(i32 %x) {
  %a = call i32 @g(i32 12)
  %t = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %b = load i32, ptr %t
  %c = call i32 @g(i32 %b)
  %d = add i32 %c, %x
  ret i32 %d
}
