; What differs in more constants than are passed is read from a table of each function: numbers in the width of a load,
; addresses as their distance from the table, the widest first.
; RUN: %opt -passes='gfm<force;params=1;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm<force;params=1;verify>,verify' %s | llc -relocation-model=pic -o - | %FileCheck --check-prefix=CODE %s
; RUN: sed 's/x86_64-unknown-linux-gnu/aarch64-unknown-linux-gnu/; /^target datalayout/d' %s | %opt -passes='gfm<force;params=1>' | llc -relocation-model=pic -filetype=obj -o %t
; RUN: llvm-readobj -r %t | %FileCheck --check-prefix=ARM %s
; RUN: sed 's/x86_64-unknown-linux-gnu/riscv64-unknown-linux-gnu/; /^target datalayout/d' %s | %opt -passes='gfm<force;params=1>' | llc -mattr=+relax,+c -relocation-model=pic -filetype=obj -o %t
; RUN: llvm-readobj -r %t | %FileCheck --check-prefix=RISCV %s
; ARM: R_AARCH64_PREL64 .text
; RISCV: R_RISCV_ADD64 f
; RISCV: R_RISCV_SUB64 .Lfmerge.table

; CHECK: @fmerge.table = private unnamed_addr constant <{ i64, double, i32, i32, i32, i16, i8 }>
; CHECK-SAME: <{ i64 1099511627776, double 1.000000e+00,
; CHECK-SAME: i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @fmerge.table to i64)) to i32),
; CHECK-SAME: i32 13,
; CHECK-SAME: i32 trunc (i64 sub (i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @a, i64 4) to i64), i64 ptrtoint (ptr @fmerge.table to i64)) to i32),
; CHECK-SAME: i16 300, i8 1 }>, align 8
; CHECK: @fmerge.table.1 = private unnamed_addr constant {{.*}} <{ i64 1099511627777, double 2.000000e+00,
; CHECK: define i32 @one(
; CHECK: call i32 @one.gfm(i32 %x, ptr %p, ptr @fmerge.table)
; CHECK: define i32 @two(
; CHECK: call i32 @one.gfm(i32 %x, ptr %p, ptr @fmerge.table.1)
; CHECK: define internal i32 @one.gfm(i32 %x, ptr %p, ptr noundef nonnull align 8 dereferenceable(31) %0)
; CHECK: %[[F:.*]] = call ptr @llvm.load.relative.i64(ptr %0, i64 16)
; CHECK-NEXT: %r = call i32 %[[F]](i32 %x)
; CHECK: %[[L:.*]] = load i64, ptr %{{.*}}, align 8, !invariant.load
; CHECK-NEXT: store i64 %[[L]], ptr %p

; CODE: .quad 0x3ff0000000000000
; CODE: .long f-.Lfmerge.table
; CODE: .long {{a-.Lfmerge.table|\(a-.Lfmerge.table\)}}+4

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global [4 x i32] zeroinitializer
@b = internal global [4 x i32] zeroinitializer

define internal i32 @f(i32 %x) noinline {
  ret i32 %x
}

define internal i32 @g(i32 %x) noinline {
  %y = mul i32 %x, %x
  ret i32 %y
}

define i32 @one(i32 %x, ptr %p) {
  %r = call i32 @f(i32 %x)
  store i64 1099511627776, ptr %p
  %y = xor i32 %r, 13
  store i32 %y, ptr getelementptr inbounds (i8, ptr @a, i64 4)
  store i16 300, ptr %p
  store double 1.0, ptr %p
  %z = icmp ugt i8 1, 0
  %s = select i1 %z, i8 1, i8 0
  store volatile i8 1, ptr %p
  ret i32 %y
}

define i32 @two(i32 %x, ptr %p) {
  %r = call i32 @g(i32 %x)
  store i64 1099511627777, ptr %p
  %y = xor i32 %r, 14
  store i32 %y, ptr getelementptr inbounds (i8, ptr @b, i64 4)
  store i16 301, ptr %p
  store double 2.0, ptr %p
  %z = icmp ugt i8 1, 0
  %s = select i1 %z, i8 1, i8 0
  store volatile i8 2, ptr %p
  ret i32 %y
}
