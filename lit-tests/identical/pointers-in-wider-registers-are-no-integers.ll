; Where pointers are narrower than registers, callers extend them otherwise than integers; M68k has registers of their own for
; them. There, a function that takes a pointer is none that takes an integer, least of all by its address.
; RUN: sed 's/LAYOUT/e-m:e-p:32:32-i64:64-n8:16:32:64-S128/; s/TRIPLE/x86_64-unknown-linux-gnux32/' %s | %opt -passes='identical<speed=ignore;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/LAYOUT/e-m:o-p:32:32-i64:64-n32:64-S128/; s/TRIPLE/arm64_32-apple-watchos/' %s | %opt -passes='identical<speed=ignore;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/LAYOUT/E-m:e-p:32:16:32-n8:16:32/; s/TRIPLE/m68k-unknown-linux/' %s | %opt -passes='identical<speed=ignore;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/LAYOUT/e-m:e-p:32:32-i64:64-n8:16:32:64-S128/; s/TRIPLE/x86_64-unknown-linux-gnux32/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/LAYOUT/e-m:e-p:32:32-i64:64-n32-S128/; s/TRIPLE/riscv32-unknown-none-elf/' %s | %opt -passes='identical<speed=ignore;verify>,verify' -S | %FileCheck --check-prefix=ONE %s
; RUN: sed 's/LAYOUT/e-m:e-p:32:32-i64:64-n32:64-S128/; s/TRIPLE/wasm32-unknown-unknown/' %s | %opt -passes='identical<speed=ignore;verify>,verify' -S | %FileCheck --check-prefix=ONE %s
; CHECK: define internal ptr @pointer(
; CHECK: define internal i32 @number(
; ONE: define internal ptr @pointer(
; ONE-NOT: @number

target datalayout = "LAYOUT"
target triple = "TRIPLE"

@both = global [2 x ptr] [ptr @pointer, ptr @number]

define internal ptr @pointer(ptr %v, ptr %p) unnamed_addr {
  %old = load ptr, ptr %p
  store ptr %v, ptr %p
  %same = icmp eq ptr %old, %v
  %next = getelementptr i8, ptr %p, i32 8
  store i1 %same, ptr %next
  ret ptr %old
}

define internal i32 @number(i32 %v, ptr %p) unnamed_addr {
  %old = load i32, ptr %p
  store i32 %v, ptr %p
  %same = icmp eq i32 %old, %v
  %next = getelementptr i8, ptr %p, i32 8
  store i1 %same, ptr %next
  ret i32 %old
}
