; A pair that promises too little beside the time of its thunks is refused before it is aligned, and the bytes that this
; gives up are told. Where time has no price, it is merged: in cold functions, with `speed=ignore` and under `force`.
; RUN: %opt -passes='f3m<verify;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=APART
; RUN: sed 's/x86_64-unknown-linux-gnu/wasm32-unknown-unknown/' %s > %t.wasm.ll
; RUN: %opt -passes='f3m<verify;report=->' -disable-output %t.wasm.ll 2>&1 | %FileCheck %s --check-prefix=APART
; RUN: sed 's/x86_64-unknown-linux-gnu/thumbv7m-none-eabi/' %s > %t.thumb.ll
; RUN: %opt -passes='f3m<verify;report=->' -disable-output %t.thumb.ll 2>&1 | %FileCheck %s --check-prefix=APART
; RUN: sed 's/minsize optsize/minsize optsize cold/' %s > %t.cold.ll
; RUN: %opt -passes='f3m<verify;report=->' -disable-output %t.cold.ll 2>&1 | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='f3m<verify;speed=ignore;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='f3m<verify;force;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; APART-DAG: "merges":0,
; APART-DAG: "attempts":0,
; APART-DAG: "too-slow":1
; APART-DAG: "given_up":{{[1-9]}}
; MERGED: "merges":1,
target triple = "x86_64-unknown-linux-gnu"
@p = global i32 0
@t = global [2 x ptr] [ptr @one, ptr @two]
define internal void @one(i32 %x) minsize optsize {
  %v0 = load volatile i32, ptr @p
  %w0 = add i32 %v0, %x
  store volatile i32 %w0, ptr @p
  %v1 = load volatile i32, ptr @p
  %w1 = add i32 %v1, %x
  store volatile i32 %w1, ptr @p
  %v2 = load volatile i32, ptr @p
  %w2 = add i32 %v2, %x
  store volatile i32 %w2, ptr @p
  %v3 = load volatile i32, ptr @p
  %w3 = add i32 %v3, %x
  store volatile i32 %w3, ptr @p
  %v4 = load volatile i32, ptr @p
  %w4 = add i32 %v4, %x
  store volatile i32 %w4, ptr @p
  %v5 = load volatile i32, ptr @p
  %w5 = add i32 %v5, %x
  store volatile i32 %w5, ptr @p
  call void @g(i32 1)
  call void @g(i32 2)
  ret void
}
define internal void @two(i32 %x) minsize optsize {
  %v0 = load volatile i32, ptr @p
  %w0 = add i32 %v0, %x
  store volatile i32 %w0, ptr @p
  %v1 = load volatile i32, ptr @p
  %w1 = add i32 %v1, %x
  store volatile i32 %w1, ptr @p
  %v2 = load volatile i32, ptr @p
  %w2 = add i32 %v2, %x
  store volatile i32 %w2, ptr @p
  %v3 = load volatile i32, ptr @p
  %w3 = add i32 %v3, %x
  store volatile i32 %w3, ptr @p
  %v4 = load volatile i32, ptr @p
  %w4 = add i32 %v4, %x
  store volatile i32 %w4, ptr @p
  %v5 = load volatile i32, ptr @p
  %w5 = add i32 %v5, %x
  store volatile i32 %w5, ptr @p
  store volatile i32 7, ptr @p
  call void @h(i32 3)
  ret void
}
declare void @g(i32)
declare void @h(i32)
