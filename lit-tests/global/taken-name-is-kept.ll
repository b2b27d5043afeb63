; ThinLTO may have taken a declaration of a body from another module. The body gets the name all the same: it
; had got another, which no other object knows.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s
; RUN: %fmerge combine %t.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=comdat;verify>,verify' -S %s -o %t.first
; RUN: grep -o 'define linkonce_odr hidden i32 @fmerge[.0-9a-f]*' %t.first | grep -o 'fmerge.*' > %t.name
; RUN: sh -c 'sed s/PLACEHOLDER/`cat %t.name`/ %s' > %t.imported.ll
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=comdat;verify>,verify' -S %t.imported.ll | %FileCheck %s
; CHECK-NOT: declare hidden
; CHECK: define i32 @importer(i32 %x)
; CHECK-NEXT: call i32 @[[BODY:fmerge.[0-9a-f]+]](i32 %x, i32 3)
; CHECK: define linkonce_odr hidden i32 @[[BODY]](i32 %x, i32 %0) {{.*}}comdat {
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @g(i32)
declare hidden i32 @PLACEHOLDER(i32, i32)
define i32 @importer(i32 %x) {
  %r = call i32 @PLACEHOLDER(i32 %x, i32 3)
  ret i32 %r
}
define i32 @one(i32 %x) {
  %a = call i32 @g(i32 11)
  %b = add i32 %a, %x
  %c = call i32 @g(i32 %b)
  ret i32 %c
}
define i32 @two(i32 %x) {
  %a = call i32 @g(i32 12)
  %b = add i32 %a, %x
  %c = call i32 @g(i32 %b)
  ret i32 %c
}
