; A local function that a body of another gets as its parameter, and that is split itself: it has no use that says so
; until the other's thunk is made, and must not go.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s && %fmerge combine %t.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=icf;verify>,verify' -S %s | %FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

declare void @use(i32, i32)
declare i32 @get()

; CHECK: define internal void @local(
; CHECK-NEXT: call void @local.Tgm(
define internal void @local(i32 %x) {
  %a = call i32 @get()
  call void @use(i32 %a, i32 11)
  call void @use(i32 %x, i32 %a)
  ret void
}

; CHECK: define void @other(
; CHECK-NEXT: call void @other.Tgm(
define void @other(i32 %x) {
  %a = call i32 @get()
  call void @use(i32 %a, i32 12)
  call void @use(i32 %x, i32 %a)
  ret void
}

; CHECK: define void @calls_local(
; CHECK-NEXT: call void @calls_local.Tgm({{.*}}, ptr @local)
define void @calls_local(i32 %x) {
  call void @local(i32 %x)
  %a = call i32 @get()
  call void @use(i32 %x, i32 %a)
  call void @use(i32 %a, i32 %x)
  call void @use(i32 %a, i32 %a)
  ret void
}

; CHECK: define void @calls_other(
; CHECK-NEXT: call void @calls_other.Tgm({{.*}}, ptr @other)
define void @calls_other(i32 %x) {
  call void @other(i32 %x)
  %a = call i32 @get()
  call void @use(i32 %x, i32 %a)
  call void @use(i32 %a, i32 %x)
  call void @use(i32 %a, i32 %a)
  ret void
}
