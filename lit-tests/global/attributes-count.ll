; What is said of the function belongs to it: how it is compiled.
; RUN: sed 's/HERE//; s/(i32 .x) {/(i32 %%x) {/' %s > %t.a.ll
; RUN: sed 's/HERE//; s/(i32 .x) {/(i32 %%x) nounwind {/' %s > %t.b.ll
; RUN: %opt -passes='gfm-analyze<out=%t.a.part>' -disable-output %t.a.ll
; RUN: %opt -passes='gfm-analyze<out=%t.b.part>' -disable-output %t.b.ll
; RUN: %fmerge combine %t.a.part --thunk 0 --parameter 0 -o %t.a.summary
; RUN: %fmerge combine %t.b.part --thunk 0 --parameter 0 -o %t.b.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.a.summary;fold=comdat;verify>,verify' -S %t.a.ll -o %t.a.merged
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.b.summary;fold=comdat;verify>,verify' -S %t.b.ll -o %t.b.merged
; RUN: grep -o 'define linkonce_odr hidden i32 @fmerge.[0-9a-f]*' %t.a.merged > %t.a.name
; RUN: grep -o 'define linkonce_odr hidden i32 @fmerge.[0-9a-f]*' %t.b.merged > %t.b.name
; RUN: not cmp %t.a.name %t.b.name

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @g(i32)
define i32 @one(i32 %x) {
  %a = call i32 @g(i32 11)
  %b = add i32 %a, %x
HERE
  %c = call i32 @g(i32 %b)
  ret i32 %c
}
define i32 @two(i32 %x) {
  %a = call i32 @g(i32 12)
  %b = add i32 %a, %x
HERE
  %c = call i32 @g(i32 %b)
  ret i32 %c
}
