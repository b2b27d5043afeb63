; Constants are matched by pattern, not by value: a constant that was the same in all functions is another now,
; and stays in the body. Two places that shared a parameter and no longer agree are no match.
; RUN: rm -rf %t && split-file %s %t
; RUN: sed 's/@one/@two/; s/ 11/ 12/' %t/a.ll > %t/b.ll
; RUN: %opt -passes='gfm-analyze<out=%t/a.part>' -disable-output %t/a.ll
; RUN: %opt -passes='gfm-analyze<out=%t/b.part>' -disable-output %t/b.ll
; RUN: %fmerge combine %t/a.part %t/b.part -o %t/summary
; RUN: sed 's/ 77/ 78/' %t/a.ll | %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;fold=comdat;verify>,verify' -S | %FileCheck %s --check-prefix=PATTERN
; PATTERN: tail call i32 @[[BODY:fmerge.[0-9a-f]+]](i32 %x, i32 11)
; PATTERN: define linkonce_odr hidden i32 @[[BODY]]
; PATTERN: call i32 @g(i32 78)
; RUN: sed "s#.p = .* 11#%%p = call i32 @g(i32 13#" %t/a.ll | %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;report=->' -S 2>&1 | %FileCheck %s --check-prefix=OTHER
; OTHER: "stale-summary":1
; OTHER: define i32 @one(i32 %x)
; OTHER-NEXT: %l = call i32 @g(i32 11)

;--- a.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @g(i32)
define i32 @one(i32 %x) {
  %l = call i32 @g(i32 11)
  %p = call i32 @g(i32 11)
  %q = call i32 @g(i32 77)
  %a = add i32 %x, %l
  %b = call i32 @g(i32 %a)
  %b2 = call i32 @g(i32 %b)
  %b3 = call i32 @g(i32 %b2)
  %b4 = call i32 @g(i32 %b3)
  %b5 = call i32 @g(i32 %p)
  %b6 = call i32 @g(i32 %q)
  ret i32 %b4
}
