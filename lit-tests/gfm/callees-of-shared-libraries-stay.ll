; A call of a shared library's function is bound when it is made. Its address is bound when the program is loaded: that fails if
; nothing defines it, a program that is not position independent becomes the home of the address, and linkers refuse
; that for a protected function. So only what lies in the program or library itself becomes an argument.
; RUN: split-file %s %t
; RUN: cat %t/common.ll %t/pic.ll | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: cat %t/common.ll | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/^declare/declare dso_local/' %t/common.ll | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/^declare/declare protected/' %t/common.ll | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/^declare/declare extern_weak/' %t/common.ll | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; CHECK-NOT: .gfm(

; Hidden functions are the program's own, and so is what the linker says is. What is not to be bound lazily has its address
; bound as early. A system without a loader has no shared libraries.
; RUN: sed 's/^declare/declare hidden/' %t/common.ll | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s --check-prefix=OWN
; RUN: cat %t/common.ll %t/pic.ll | sed 's/^declare/declare dso_local/' | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s --check-prefix=OWN
; RUN: sed 's/i32)$/i32) nonlazybind/' %t/common.ll | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s --check-prefix=OWN
; RUN: sed 's/x86_64-unknown-linux-gnu/x86_64-unknown-none-elf/' %t/common.ll | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s --check-prefix=OWN
; OWN: call i32 @one.gfm(

;--- pic.ll
!llvm.module.flags = !{!0}
!0 = !{i32 8, !"PIC Level", i32 2}
;--- common.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @f(i32)
declare i32 @g(i32)

define i32 @one(i32 %x, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 %a, ptr %p
  %b = mul i32 %a, 77
  %c = call i32 @f(i32 %b)
  store volatile i32 %c, ptr %p
  %d = xor i32 %c, %b
  ret i32 %d
}

define i32 @two(i32 %x, ptr %p) {
  %a = call i32 @g(i32 %x)
  store i32 %a, ptr %p
  %b = mul i32 %a, 77
  %c = call i32 @g(i32 %b)
  store volatile i32 %c, ptr %p
  %d = xor i32 %c, %b
  ret i32 %d
}
