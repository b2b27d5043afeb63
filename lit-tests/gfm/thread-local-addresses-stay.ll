; The address of a thread-local variable is no constant.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/ptr @u)/ptr @t)/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=MERGED %s
; CHECK-NOT: .gfm(
; MERGED: call i32 @one.gfm(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@t = thread_local global i32 0
@u = thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)

define i32 @one(i32 %x, ptr %p) {
  %t = call ptr @llvm.threadlocal.address.p0(ptr @t)
  store i32 %x, ptr %t
  store i32 %x, ptr %p
  ret i32 %x
}

define i32 @two(i32 %x, ptr %p) {
  %t = call ptr @llvm.threadlocal.address.p0(ptr @u)
  store i32 %x, ptr %t
  store i32 %x, ptr %p
  ret i32 %x
}
