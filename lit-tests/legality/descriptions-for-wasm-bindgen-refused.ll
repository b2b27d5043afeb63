; wasm-bindgen executes what describes the types of exports, and ends with `unknown instruction` at all but a few: what it exports
; for that, what that calls, and what calls the imports by which it is told.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='gfm<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='fmerge<force;verify>,verify' -S %s | %FileCheck --check-prefix=CODE %s
; Functions of other names are merged, and those of other targets.
; RUN: sed 's/__wbindgen_describe/__other/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck --check-prefix=MERGED %s
; RUN: sed 's/"wasm32-unknown-unknown"/"x86_64-unknown-linux-gnu"/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck --check-prefix=MERGED %s
; CHECK-COUNT-6: interpreted
; CHECK-NOT: Passed
; CODE-NOT: fmerge
; CODE-NOT: select
; MERGED: merged

target triple = "wasm32-unknown-unknown"

declare void @told(i32) #0
declare void @other(i32)

define void @__wbindgen_describe_one() {
  call void @other(i32 15)
  call void @other(i32 1)
  call void @list_one()
  call void @other(i32 4)
  ret void
}

define void @__wbindgen_describe_two() {
  call void @other(i32 15)
  call void @other(i32 2)
  call void @list_two()
  call void @other(i32 4)
  ret void
}

define internal void @list_one() noinline {
  call void @other(i32 7)
  call void @other(i32 8)
  call void @other(i32 1)
  call void @other(i32 9)
  ret void
}

define internal void @list_two() noinline {
  call void @other(i32 7)
  call void @other(i32 8)
  call void @other(i32 2)
  call void @other(i32 9)
  ret void
}

define void @closure_one() {
  call void @told(i32 20)
  call void @told(i32 1)
  call void @told(i32 21)
  ret void
}

define void @closure_two() {
  call void @told(i32 20)
  call void @told(i32 2)
  call void @told(i32 21)
  ret void
}

attributes #0 = { "wasm-import-module"="__wbindgen_placeholder__" "wasm-import-name"="__wbindgen_describe" }
