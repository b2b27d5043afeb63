; Each target has its own table of prices. On x86-64 a function costs 24 bytes beside its code, most of it an unwind
; entry, and on Cortex-M next to nothing: only the former gains by making one function of two small ones.
; RUN: %opt -mtriple=x86_64-linux-gnu -passes='f3m<speed=ignore;verify;min-size=1>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -mtriple=thumbv7m-none-eabi -passes='f3m<speed=ignore;verify;min-size=1>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=MISSED --implicit-check-not='!Passed'
; RUN: %opt -mtriple=thumbv7m-none-eabi -passes='f3m<speed=ignore;verify;force;min-size=1;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=FORCED
; MISSED: --- !Missed
; CHECK: --- !Passed
; CHECK: merged left and right, saving {{[0-9]+}} bytes
; FORCED: "gain":-
; FORCED: "executed":{{[0-9]+}},

define internal i32 @left(i32 %x) minsize optsize {
  %a = mul i32 %x, %x
  %b = xor i32 %a, 85
  ret i32 %b
}

define internal i32 @right(i32 %x) minsize optsize {
  %a = mul i32 %x, %x
  %b = xor i32 %a, 51
  ret i32 %b
}

define i32 @caller(i32 %x) minsize optsize {
  %l = call i32 @left(i32 %x)
  %r = call i32 @right(i32 %l)
  ret i32 %r
}
