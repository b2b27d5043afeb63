; A slot that is aligned beyond the stack makes code generation align the frame anew, and then no tail call is a
; jump: a function with tail calls is not merged with one that has such a slot.
; RUN: %opt -passes='f3m<force;verify>' -S %s | %FileCheck %s
; RUN: sed 's/align 64/align 16/' %s | %opt -passes='f3m<force;verify>' -S | %FileCheck %s --check-prefix=ALIKE
; With `-mstack-alignment=8`, a slot is aligned beyond the stack that is aligned to 16.
; RUN: sed 's/align 16/align 8/; s/align 64/align 16/; s/^; FLAG: //' %s | %opt -passes='f3m<force;verify>' -S | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify>' %s | llc -O2 -o - | %FileCheck %s --check-prefix=CODE
; CHECK: define internal i32 @jumps(
; CHECK: define internal i32 @aligns(
; ALIKE: define internal i32 @{{jumps|aligns}}.fmerge(
; CODE-LABEL: jumps:
; CODE: jmp{{[a-z]*}} next
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @next(i32)
declare void @fill(ptr)

define internal i32 @jumps(i32 %x, i32 %y) {
  %s = alloca [64 x i8], align 16
  call void @fill(ptr %s)
  %a = mul i32 %x, 77
  %b = xor i32 %a, 12345
  %c = sdiv i32 %b, %y
  %d = tail call i32 @next(i32 %c)
  ret i32 %d
}

define internal i32 @aligns(i32 %x, i32 %y) {
  %s = alloca [64 x i8], align 64
  call void @fill(ptr %s)
  %a = mul i32 %x, 78
  %b = xor i32 %a, 12345
  %c = sdiv i32 %b, %y
  %d = tail call i32 @next(i32 %c)
  ret i32 %d
}

define i32 @user(i32 %x) {
  %a = call i32 @jumps(i32 %x, i32 3)
  %b = call i32 @aligns(i32 %a, i32 4)
  ret i32 %b
}

; FLAG: !llvm.module.flags = !{!0}
; FLAG: !0 = !{i32 1, !"override-stack-alignment", i32 8}
