; A function that the source has placed in a section may run where other memory cannot be read: from RAM, while the flash is
; written. None of these has a table; the switch on the identifier of the merged one was a jump through a table in
; `.rodata`. Elsewhere there may be one.
; RUN: split-file %s %t
; RUN: %opt -passes='f3m<by-hand=%t/six.json;verify>,verify' -S %t/module.ll -o %t/merged.ll
; RUN: %FileCheck %s < %t/merged.ll
; RUN: %llc -O2 %t/merged.ll -o - | %FileCheck %s --check-prefix=CODE
; RUN: sed 's/section ".ram"/"implicit-section-name"=".ram"/' %t/module.ll > %t/implicit.ll
; RUN: %opt -passes='f3m<by-hand=%t/six.json;verify>,verify' -S %t/implicit.ll | %FileCheck %s
; RUN: sed 's/section ".ram"//' %t/module.ll > %t/plain.ll
; RUN: %opt -passes='f3m<by-hand=%t/six.json;verify>,verify' -S %t/plain.ll -o %t/plain.merged.ll
; RUN: %FileCheck %s --check-prefix=PLAIN < %t/plain.merged.ll
; RUN: %llc -O2 %t/plain.merged.ll -o - | %FileCheck %s --check-prefix=TABLE
; RUN: %opt -passes='f3m<by-hand=%t/two.json;verify>,verify' -S %t/module.ll | %FileCheck %s --check-prefix=TWO

; CHECK: define internal void @f0.fmerge({{.*}} #[[ATTRIBUTES:[0-9]+]]
; CHECK: switch i32
; CHECK: attributes #[[ATTRIBUTES]] = { {{.*}}"no-jump-tables"="true"
; CODE: f0.fmerge:
; CODE-NOT: .rodata
; PLAIN: define internal void @f0.fmerge(
; PLAIN-NOT: no-jump-tables
; TABLE: .rodata
; With two functions there is no switch.
; TWO: define internal void @f0.fmerge(
; TWO-NOT: no-jump-tables

;--- six.json
[{"members": ["f0", "f1", "f2", "f3", "f4", "f5"]}]
;--- two.json
[{"members": ["f0", "f1"]}]
;--- module.ll
target triple = "x86_64-unknown-linux-gnu"
declare void @common(i32)
declare void @g0(i32)
declare void @g1(i32)
declare void @g2(i32)
declare void @g3(i32)
declare void @g4(i32)
declare void @g5(i32)
define void @f0(i32 %x) minsize section ".ram" {
  call void @common(i32 1)
  call void @g0(i32 %x)
  call void @common(i32 2)
  ret void
}
define void @f1(i32 %x) minsize section ".ram" {
  call void @common(i32 1)
  call void @g1(i32 %x)
  call void @common(i32 2)
  ret void
}
define void @f2(i32 %x) minsize section ".ram" {
  call void @common(i32 1)
  call void @g2(i32 %x)
  call void @common(i32 2)
  ret void
}
define void @f3(i32 %x) minsize section ".ram" {
  call void @common(i32 1)
  call void @g3(i32 %x)
  call void @common(i32 2)
  ret void
}
define void @f4(i32 %x) minsize section ".ram" {
  call void @common(i32 1)
  call void @g4(i32 %x)
  call void @common(i32 2)
  ret void
}
define void @f5(i32 %x) minsize section ".ram" {
  call void @common(i32 1)
  call void @g5(i32 %x)
  call void @common(i32 2)
  ret void
}
