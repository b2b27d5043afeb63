; A volatile access of four bytes is one access where it is aligned. With the alignment of a packed field, which is 1, RISC-V makes
; four of it, and a device sees that.
; RUN: %opt -passes=identical -S %s | %FileCheck %s
; RUN: %opt -passes='gfm<force>' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<force>' -S %s | %FileCheck %s
; CHECK-DAG: load volatile i32, ptr {{.*}}, align 4
; CHECK-DAG: load volatile i32, ptr {{.*}}, align 1
; CHECK-DAG: store volatile i32 {{.*}}, align 4
; CHECK-DAG: store volatile i32 {{.*}}, align 1

target triple = "riscv32-unknown-elf"
target datalayout = "e-m:e-p:32:32-i64:64-n32-S128"
declare void @h(i32)
define void @a(ptr %p, i32 %n) noinline minsize optsize {
  %x = load volatile i32, ptr %p, align 4
  %y = add i32 %x, %n
  call void @h(i32 %y)
  store volatile i32 %y, ptr %p, align 4
  call void @h(i32 %x)
  %z = mul i32 %y, %n
  call void @h(i32 %z)
  ret void
}
define void @b(ptr %p, i32 %n) noinline minsize optsize {
  %x = load volatile i32, ptr %p, align 1
  %y = add i32 %x, %n
  call void @h(i32 %y)
  store volatile i32 %y, ptr %p, align 1
  call void @h(i32 %x)
  %z = mul i32 %y, %n
  call void @h(i32 %z)
  ret void
}
