; An address stands in a table only where the linker knows how far away it is: in this program, not in a thread, certainly there,
; and in the small code model. Numbers stand in tables of other targets too, but for those where constants are other memory.
; RUN: %opt -passes='gfm<force;params=1>' -S %s | %FileCheck %s
; RUN: sed 's/; LARGE //' %s | %opt -passes='gfm<force;params=1>' -S | %FileCheck --check-prefix=NUMBERS %s
; RUN: sed 's/x86_64-unknown-linux-gnu/x86_64-apple-macosx/' %s | %opt -passes='gfm<force;params=1>' -S | %FileCheck --check-prefix=NUMBERS %s
; RUN: sed 's/x86_64-unknown-linux-gnu/thumbv7m-none-eabi/; s/^target datalayout.*/target datalayout = "e-p:32:32"/; s/, !absolute_symbol !0//' %s | %opt -passes='gfm<force;params=1>,verify' -S | %FileCheck --check-prefix=WHOLE %s
; RUN: sed 's/x86_64-unknown-linux-gnu/thumbv7m-none-eabi/; s/^target datalayout.*/target datalayout = "e-p:32:32"/; s/, !absolute_symbol !0//; s/; PIC //' %s | %opt -passes='gfm<force;params=1>' -S | %FileCheck --check-prefix=NUMBERS %s
; RUN: sed 's/x86_64-unknown-linux-gnu/nvptx64-nvidia-cuda/' %s | %opt -passes='gfm<force;params=1>' -S | %FileCheck --check-prefix=NONE %s

; CHECK: @fmerge.table{{.*}} = private
; CHECK-NOT: @fmerge.table{{.*}}@far
; CHECK-NOT: @fmerge.table{{.*}}@absent
; CHECK-NOT: @fmerge.table{{.*}}@absolute
; CHECK-NOT: @fmerge.table{{.*}}@there
; CHECK: define void @near_1(
; CHECK: call void @near_1.gfm({{.*}}ptr @fmerge.table{{.*}})
; CHECK: define void @numbers_1(
; CHECK: call void @numbers_1.gfm({{.*}}ptr @fmerge.table{{.*}})
; CHECK: define void @far_1(
; CHECK-NOT: .gfm(
; CHECK: define internal void @near_1.gfm

; NUMBERS: @fmerge.table
; NUMBERS-NOT: trunc
; NUMBERS: define void @near_1(
; NUMBERS-NOT: .gfm(
; NUMBERS: define void @numbers_1(
; NUMBERS: call void @numbers_1.gfm(
; NONE-NOT: fmerge.table

; Addresses of 32 bits stand there whole, unless the loader would have to fill them in.
; WHOLE: @fmerge.table = {{.*}} <{ ptr @near, ptr @here }>
; WHOLE: @fmerge.table.{{[0-9]}} = {{.*}} <{ i64 5, ptr @far, ptr @near }>
; WHOLE: @fmerge.table.{{[0-9]}} = {{.*}} <{ i64 6, ptr @absent, ptr @absolute }>
; WHOLE: define internal void @near_1.gfm(
; WHOLE: load ptr, {{.*}} align 4, !invariant.load

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@near = internal global [4 x i32] zeroinitializer
@here = dso_local global [4 x i32] zeroinitializer
@far = external global i32
@absent = extern_weak dso_local global i32
@absolute = external hidden global i8, !absolute_symbol !0
@there = internal thread_local global i32 0

define void @near_1(ptr %p) {
  store ptr @near, ptr %p
  store volatile ptr @here, ptr %p
  store volatile i8 0, ptr %p
  ret void
}

define void @near_2(ptr %p) {
  store ptr @here, ptr %p
  store volatile ptr @near, ptr %p
  store volatile i8 0, ptr %p
  ret void
}

define void @numbers_1(ptr %p, i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 13
  store i32 %b, ptr %p
  ret void
}

define void @numbers_2(ptr %p, i32 %x) {
  %a = mul i32 %x, 4
  %b = xor i32 %a, 14
  store i32 %b, ptr %p
  ret void
}

define void @far_1(ptr %p, i64 %x) {
  store ptr @far, ptr %p
  store volatile ptr @near, ptr %p
  %a = mul i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define void @far_2(ptr %p, i64 %x) {
  store ptr @absent, ptr %p
  store volatile ptr @absolute, ptr %p
  %a = mul i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

!0 = !{i64 0, i64 256}
; LARGE !llvm.module.flags = !{!1}
; LARGE !1 = !{i32 1, !"Code Model", i32 4}
; PIC !llvm.module.flags = !{!2}
; PIC !2 = !{i32 8, !"PIC Level", i32 2}
