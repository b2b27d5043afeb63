; Code generation puts calls, or places for them, into functions with these attributes, to tell which function is entered: -pg,
; -finstrument-functions-after-inlining, -fxray-instrument. A caller that was redirected would be counted for another function, a
; shared body would be counted as well, and with a call at its exit a thunk needs a frame.
; RUN: sed 's/KIND/"instrument-function-entry-inlined"="mcount"/' %s > %t.entry.ll
; RUN: sed 's/KIND/"instrument-function-exit-inlined"="__cyg_profile_func_exit"/' %s > %t.exit.ll
; RUN: sed 's/KIND/"function-instrument"="xray-always"/' %s > %t.xray.ll
; RUN: sed 's/KIND/"xray-instruction-threshold"="1"/' %s > %t.size.ll
; RUN: %opt -passes='gfm<force;verify>,f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %t.entry.ll | %FileCheck %s --implicit-check-not=Passed
; RUN: %opt -passes='gfm<force;verify>,f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %t.exit.ll | %FileCheck %s --implicit-check-not=Passed
; RUN: %opt -passes='gfm<force;verify>,f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %t.xray.ll | %FileCheck %s --implicit-check-not=Passed
; RUN: %opt -passes='gfm<force;verify>,f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %t.size.ll | %FileCheck %s --implicit-check-not=Passed
; RUN: sed 's/, 78/, 77/' %t.entry.ll | %opt -passes='identical<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --implicit-check-not=Passed
; RUN: sed 's/, 78/, 77/' %t.size.ll | %opt -passes='identical<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --implicit-check-not=Passed
; CHECK-COUNT-2: Name: {{ *}}attribute-forbids{{$}}
; RUN: sed 's/KIND//' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=WITHOUT
; WITHOUT: merged a and b

target triple = "x86_64-unknown-linux-gnu"

define internal i32 @a(i32 %x) noinline KIND {
  %y = mul i32 %x, 77
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}

define internal i32 @b(i32 %x) noinline KIND {
  %y = mul i32 %x, 78
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}

define i32 @caller(i32 %x) {
  %r = call i32 @a(i32 %x)
  %s = call i32 @b(i32 %r)
  ret i32 %s
}
