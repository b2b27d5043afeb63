; What `gfm-merge` splits is counted by functions: a function outside of the limit is left as it is.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s
; RUN: %fmerge combine %t.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<summary=%t.summary;fold=icf;report=%t.all>' -S %s -o %t.all.ll
; RUN: %opt -passes='gfm-merge<summary=%t.summary;fold=icf;limit=1-3>' -S %s -o - | diff - %t.all.ll
; RUN: %opt -passes='gfm-merge<summary=%t.summary;fold=icf;limit=1-2;report=%t.json>' -S %s | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=REFUSED < %t.json
; RUN: %opt -passes='gfm-merge<summary=%t.summary;fold=icf;limit=0>' -S %s -o - | %FileCheck %s --check-prefix=NONE
; REFUSED: "merges":2,
; REFUSED: "outside-limit":1
; NONE-NOT: Tgm
target triple = "x86_64-unknown-linux-gnu"

declare void @use(i32, i32)
declare i32 @get()

; CHECK: define void @first(
; CHECK-NEXT: call void @first.Tgm(
define void @first(i32 %x) {
  %a = call i32 @get()
  call void @use(i32 %a, i32 11)
  call void @use(i32 %x, i32 %a)
  ret void
}

; CHECK: define void @second(
; CHECK-NEXT: call void @second.Tgm(
define void @second(i32 %x) {
  %a = call i32 @get()
  call void @use(i32 %a, i32 12)
  call void @use(i32 %x, i32 %a)
  ret void
}

; CHECK: define void @third(
; CHECK-NEXT: call i32 @get()
define void @third(i32 %x) {
  %a = call i32 @get()
  call void @use(i32 %a, i32 13)
  call void @use(i32 %x, i32 %a)
  ret void
}
