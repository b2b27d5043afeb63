; What may not be moved to another function is refused by name.
; RUN: %opt -passes='gfm<force>' -pass-remarks-missed=gfm -S %s -o %t 2>&1 | %FileCheck --check-prefix=REMARK %s
; RUN: %FileCheck %s < %t
; REMARK-DAG: variable arguments
; REMARK-DAG: musttail call
; REMARK-DAG: looks at its own frame
; REMARK-DAG: asks not to be optimised
; CHECK-NOT: .gfm(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @llvm.returnaddress(i32)
declare i32 @callee(i32, ptr)

define i32 @varargs1(i32 %x, ptr %p, ...) {
  %a = mul i32 %x, 3
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define i32 @varargs2(i32 %x, ptr %p, ...) {
  %a = mul i32 %x, 4
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define i32 @musttail1(i32 %x, ptr %p) {
  store i32 3, ptr %p
  %a = add i32 %x, %x
  %r = musttail call i32 @callee(i32 %a, ptr %p)
  ret i32 %r
}

define ptr @frame1(i32 %x, ptr %p) {
  store i32 3, ptr %p
  %a = add i32 %x, %x
  %r = call ptr @llvm.returnaddress(i32 0)
  ret ptr %r
}

define i32 @musttail2(i32 %x, ptr %p) {
  store i32 4, ptr %p
  %a = add i32 %x, %x
  %r = musttail call i32 @callee(i32 %a, ptr %p)
  ret i32 %r
}

define ptr @frame2(i32 %x, ptr %p) {
  store i32 4, ptr %p
  %a = add i32 %x, %x
  %r = call ptr @llvm.returnaddress(i32 0)
  ret ptr %r
}

define i32 @optnone1(i32 %x, ptr %p) noinline optnone {
  %a = mul i32 %x, 3
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}

define i32 @optnone2(i32 %x, ptr %p) noinline optnone {
  %a = mul i32 %x, 4
  store i32 %a, ptr %p
  %b = xor i32 %a, %x
  ret i32 %b
}
