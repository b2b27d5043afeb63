; Rust's library shows of a backtrace what is between two functions, which it knows by a part of their names. A merged function
; would have the name of one original only, and a thunk that jumps no frame.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='gfm<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; Functions of other names are merged.
; RUN: sed 's/short_backtrace/other/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck --check-prefix=MERGED %s
; CHECK-COUNT-2: backtrace-edge
; CHECK-NOT: Passed
; MERGED: merged

declare void @other(i32)

define void @_ZN3std3sys9backtrace28__rust_begin_short_backtrace17h0000000000000001E(ptr %f) {
  call void %f()
  call void @other(i32 15)
  call void @other(i32 1)
  call void asm sideeffect "", ""()
  ret void
}

define void @_RINvNtNtCsg_3std3sys9backtrace26___rust_end_short_backtraceuE(ptr %f) {
  call void %f()
  call void @other(i32 15)
  call void @other(i32 1)
  call void asm sideeffect "", ""()
  ret void
}

define void @equal(ptr %f) {
  call void %f()
  call void @other(i32 15)
  call void @other(i32 1)
  call void asm sideeffect "", ""()
  ret void
}
