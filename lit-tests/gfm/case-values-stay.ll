; The values of cases are no operands: functions that differ in them are left alone.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/i32 6, label/i32 4, label/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=MERGED %s
; CHECK-NOT: .gfm(
; MERGED: call i32 @one.gfm(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x, ptr %p) {
  switch i32 %x, label %other [
    i32 1, label %end
    i32 4, label %end
  ]
  other:
  store i32 %x, ptr %p
  br label %end
  end:
  ret i32 %x
}

define i32 @two(i32 %x, ptr %p) {
  switch i32 %x, label %other [
    i32 1, label %end
    i32 6, label %end
  ]
  other:
  store i32 %x, ptr %p
  br label %end
  end:
  ret i32 %x
}
