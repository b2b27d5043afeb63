; A function whose section the source names may be there because other memory cannot be read when it runs: code in RAM while
; the flash is written, code of a kernel after its init sections are gone. Its constants stay in its code.
; RUN: %opt -passes='gfm<force;params=1>,verify' -S %s | %FileCheck %s
; RUN: sed 's/ section ".ramfunc"/ #0/' %s | %opt -passes='gfm<force;params=1>,verify' -S | %FileCheck %s
; RUN: sed 's/ section ".ramfunc"//' %s | %opt -passes='gfm<force;params=1>,verify' -S | %FileCheck --check-prefix=PLAIN %s
; RUN: sed 's/thumbv7m-none-eabi/x86_64-unknown-linux-gnu/' %s | %opt -passes='gfm<force;params=1>,verify' -S | %FileCheck %s
; What is passed needs no table.
; RUN: %opt -passes='gfm<force;params=2>,verify' -S %s | %FileCheck --check-prefix=PASSED %s

; CHECK-NOT: fmerge.table
; CHECK-NOT: .gfm
; PLAIN: @fmerge.table
; PLAIN: define internal void @one.gfm(
; PASSED-NOT: fmerge.table
; PASSED: define internal void @one.gfm({{.*}}) {{.*}}section ".ramfunc"

target triple = "thumbv7m-none-eabi"

define dso_local void @one(ptr %p, i32 %x) section ".ramfunc" {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 13
  store i32 %b, ptr %p
  ret void
}

define dso_local void @two(ptr %p, i32 %x) section ".ramfunc" {
  %a = mul i32 %x, 4
  %b = xor i32 %a, 14
  store i32 %b, ptr %p
  ret void
}

attributes #0 = { "implicit-section-name"=".ramfunc" }
