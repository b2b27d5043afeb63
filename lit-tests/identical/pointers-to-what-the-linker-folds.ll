; Functions that differ in pointers to functions which the linker folds are folded as well. To merge them with each other costs a
; parameter or a choice, and saves nothing.
; RUN: %opt -passes='fmerge<icf=all;speed=ignore;verify;report=%t.json>,verify' -S %s \
; RUN:   | %FileCheck %s --implicit-check-not=fmerge --implicit-check-not='.gfm'
; RUN: %FileCheck %s --check-prefix=REPORT < %t.json
; CHECK: define internal void @push_first(
; CHECK: call void @push(ptr %list, ptr @visit_first)
; CHECK: define internal void @push_second(
; CHECK: call void @push(ptr %list, ptr @visit_second)
; REPORT: "merges":0,

; By f3m alone, where another constant keeps gfm from it.
; RUN: %opt -passes='fmerge<icf=all;speed=ignore;params=0;verify;report=%t.json>,verify' -disable-output %s
; RUN: %FileCheck %s --check-prefix=SIMILAR < %t.json
; SIMILAR: "left-to-linker":1

; Where the linker folds nothing, or only what nobody can compare, they are merged.
; RUN: %opt -passes='fmerge<icf=none;speed=ignore;verify>,verify' -S %s | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='fmerge<icf=safe;speed=ignore;verify>,verify' -S %s | %FileCheck %s --check-prefix=MERGED
; MERGED: define {{.*}}@push_first.gfm(

; What is pointed to must be equal.
; RUN: sed 's/mul i32 %%x, 3/mul i32 %%x, 5/' %s | %opt -passes='fmerge<icf=all;speed=ignore;verify>,verify' -S \
; RUN:   | %FileCheck %s --check-prefix=DIFFERENT
; DIFFERENT: define {{.*}}@push_first.gfm(
target triple = "x86_64-unknown-linux-gnu"

@table = global [2 x ptr] [ptr @push_first, ptr @push_second]
declare i32 @work(i32)
declare void @push(ptr, ptr)

define internal i32 @visit_first(i32 %x) {
  %a = mul i32 %x, 3
  %b = call i32 @work(i32 %a)
  %c = xor i32 %b, %x
  %d = call i32 @work(i32 %c)
  ret i32 %d
}

define internal i32 @visit_second(i32 %x) {
  %a = mul i32 3, %x
  %b = call i32 @work(i32 %a)
  %c = xor i32 %b, %x
  %d = call i32 @work(i32 %c)
  ret i32 %d
}

define internal void @push_first(ptr %list) {
  %next = getelementptr i8, ptr %list, i64 8
  store ptr %list, ptr %next
  call void @push(ptr %list, ptr @visit_first)
  call void @push(ptr %next, ptr @visit_first)
  call void @push(ptr %list, ptr %next)
  store ptr %next, ptr %list
  call void @push(ptr %next, ptr %list)
  call void @push(ptr %list, ptr %list)
  ret void
}

define internal void @push_second(ptr %list) {
  %next = getelementptr i8, ptr %list, i64 8
  store ptr %list, ptr %next
  call void @push(ptr %list, ptr @visit_second)
  call void @push(ptr %next, ptr @visit_second)
  call void @push(ptr %list, ptr %next)
  store ptr %next, ptr %list
  call void @push(ptr %next, ptr %list)
  call void @push(ptr %list, ptr %list)
  ret void
}
