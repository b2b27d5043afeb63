; Of what is there to be inlined (`extern inline` of old GNU C) there may be no other definition: its address is not
; taken, and nothing is left of it once it is inlined.
; RUN: %opt -passes='gfm<force;verify>,verify,always-inline,globaldce' -S %s | %FileCheck %s
; RUN: sed 's/ alwaysinline / /' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=STAYS %s
; RUN: sed 's/ available_externally / internal /' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=STAYS %s
; RUN: sed 's/ alwaysinline / /;s/ available_externally / internal /' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck --check-prefix=MERGED %s
; CHECK-NOT: @inline
; STAYS-NOT: .gfm
; MERGED: ptr @inline1
; MERGED: ptr @inline2

target triple = "x86_64-unknown-linux-gnu"
define available_externally i32 @inline1(i32 %x) alwaysinline {
  %r = add i32 %x, 1
  ret i32 %r
}
define available_externally i32 @inline2(i32 %x) alwaysinline {
  %r = mul i32 %x, %x
  ret i32 %r
}
declare void @e(i32)

define i32 @one(i32 %x) {
  %r = call i32 @inline1(i32 %x)
  call void @e(i32 %r)
  %y = mul i32 %r, 77
  call void @e(i32 %y)
  ret i32 %y
}

define i32 @two(i32 %x) {
  %r = call i32 @inline2(i32 %x)
  call void @e(i32 %r)
  %y = mul i32 %r, 77
  call void @e(i32 %y)
  ret i32 %y
}
