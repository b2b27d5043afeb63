; On a machine with registers of 32 bits, a number of 64 bits that fits in them is passed in one and extended;
; one that does not fit is no parameter.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/ 7$/ 77777777777/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=WIDE %s
; CHECK: tail call i64 @one.gfm(i64 %x, ptr %p, i32 -3)
; CHECK: tail call i64 @one.gfm(i64 %x, ptr %p, i32 7)
; CHECK: %[[T:.*]] = sext i32 %0 to i64
; CHECK-NEXT: %a = add i64 %x, %[[T]]
; WIDE-NOT: .gfm(

target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "thumbv7m-none-unknown-eabi"

define i64 @one(i64 %x, ptr %p) {
  %a = add i64 %x, -3
  store i64 %a, ptr %p
  %b = mul i64 %a, %x
  ret i64 %b
}

define i64 @two(i64 %x, ptr %p) {
  %a = add i64 %x, 7
  store i64 %a, ptr %p
  %b = mul i64 %a, %x
  ret i64 %b
}
