; A caller keeps a value across calls that takes its whole frame, by what the build allows (`-Wframe-larger-than`). The merged
; function takes one more argument, for which there is no register left: the caller keeps its calls of the originals.
;
; RUN: %opt %s -passes='f3m<force;verify;only=^one_>' -S | %FileCheck %s
; RUN: sed 's/="544"/="1000"/' %s | %opt -passes='f3m<force;verify;only=^one_>' -S | %FileCheck --check-prefix=ROOM %s
; CHECK-LABEL: define i64 @caller(
; CHECK: call i64 @one_a(
; CHECK: call i64 @one_b(
; ROOM-LABEL: define i64 @caller(
; ROOM: call i64 @one_a.fmerge(
; ROOM: call i64 @one_a.fmerge(

target triple = "aarch64-unknown-linux-gnu"

@cell = global i64 0
@kept = global <128 x i32> zeroinitializer

define internal i64 @one_a(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h) noinline minsize {
  %1 = mul i64 %a, %b
  %2 = xor i64 %1, %c
  %3 = mul i64 %2, %d
  %4 = xor i64 %3, %e
  %5 = mul i64 %4, %f
  %6 = xor i64 %5, %g
  %7 = mul i64 %6, %h
  store volatile i64 %7, ptr @cell
  %8 = add i64 %7, 77
  ret i64 %8
}

define internal i64 @one_b(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h) noinline minsize {
  %1 = mul i64 %a, %b
  %2 = xor i64 %1, %c
  %3 = mul i64 %2, %d
  %4 = xor i64 %3, %e
  %5 = mul i64 %4, %f
  %6 = xor i64 %5, %g
  %7 = mul i64 %6, %h
  store volatile i64 %7, ptr @cell
  %8 = sub i64 %7, 1234
  ret i64 %8
}

define i64 @caller(i64 %x) #0 {
  %kept = load volatile <128 x i32>, ptr @kept
  %1 = call i64 @one_a(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 %x)
  %2 = call i64 @one_b(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 %1)
  store volatile i64 %2, ptr @cell
  store volatile <128 x i32> %kept, ptr @kept
  ret i64 0
}

attributes #0 = { minsize "warn-stack-size"="544" }
