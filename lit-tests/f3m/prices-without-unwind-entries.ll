; Most of what two small functions cost on x86-64 are their unwind entries. Functions that have none, as with
; -fno-asynchronous-unwind-tables, were priced as if they had: busybox grew by 1 % because of merges that only saved entries.
; What has entries is told by `uwtable`, or by what may throw, as code generation does.
; RUN: %opt -passes='f3m<speed=ignore;verify;min-size=1>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=NONE --implicit-check-not='!Passed'
; RUN: sed 's/ nounwind//' %s | %opt -passes='f3m<speed=ignore;verify;min-size=1>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; RUN: sed 's/nounwind/nounwind uwtable/' %s | %opt -passes='f3m<speed=ignore;verify;min-size=1>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; RUN: %opt -mtriple=aarch64-linux-gnu -passes='f3m<speed=ignore;verify;min-size=1>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=NONE --implicit-check-not='!Passed'
; RUN: sed 's/nounwind/nounwind uwtable/' %s | %opt -mtriple=aarch64-linux-gnu -passes='f3m<speed=ignore;verify;min-size=1>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; RUN: %opt -mtriple=riscv64-linux-gnu -passes='f3m<speed=ignore;verify;min-size=1>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=NONE --implicit-check-not='!Passed'
; RUN: sed 's/nounwind/nounwind uwtable/' %s | %opt -mtriple=riscv64-linux-gnu -passes='f3m<speed=ignore;verify;min-size=1>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; NONE: --- !Missed
; CHECK: --- !Passed
; CHECK: merged left and right, saving {{[0-9]+}} bytes
target triple = "x86_64-unknown-linux-gnu"

define internal i32 @left(i32 %x) nounwind minsize optsize {
  %a = mul i32 %x, %x
  %b = xor i32 %a, 85
  ret i32 %b
}

define internal i32 @right(i32 %x) nounwind minsize optsize {
  %a = mul i32 %x, %x
  %b = xor i32 %a, 51
  ret i32 %b
}

define i32 @caller(i32 %x) nounwind minsize optsize {
  %l = call i32 @left(i32 %x)
  %r = call i32 @right(i32 %l)
  ret i32 %r
}
