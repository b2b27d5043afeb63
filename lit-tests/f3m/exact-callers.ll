; With `profit=exact`, calls that come to pass an argument by the stack are weighed with the functions that make them,
; whatever the merge is estimated to save: in a large function, one such argument may make LLVM pass those of all calls by
; `push`.
; RUN: env FMERGE_LOG=debug %opt -passes='f3m<speed=ignore;verify;profit=exact>,verify' -S %s -o %t.ll 2> %t.log
; RUN: %FileCheck %s --check-prefix=LOG < %t.log
; RUN: %FileCheck %s --check-prefix=MERGED < %t.ll
; LOG: calls of six1 and six2 take {{[0-9]+}} bytes more
; Weighing leaves no copies of callers.
; MERGED: define i32 @caller1(
; MERGED: call i32 @six1.fmerge(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i1 {{true|false}})
; MERGED: define i32 @caller2(
; MERGED: call i32 @six1.fmerge(
; MERGED-NOT: define i32 @caller

target triple = "x86_64-unknown-linux-gnu"

define internal i32 @six1(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f) minsize optsize noinline {
  %x0 = add i32 %a, %b
  %x1 = mul i32 %x0, %c
  %x2 = xor i32 %x1, %d
  %x3 = sub i32 %x2, %e
  %x4 = or i32 %x3, %f
  %x5 = mul i32 %x4, 100003
  %x6 = xor i32 %x5, 300007
  %x7 = mul i32 %x6, 100010
  %x8 = xor i32 %x7, 300008
  %x9 = mul i32 %x8, 100017
  %x10 = xor i32 %x9, 300009
  %x11 = mul i32 %x10, 100024
  %x12 = xor i32 %x11, 300010
  %x13 = mul i32 %x12, 100031
  %x14 = xor i32 %x13, 300011
  %x15 = mul i32 %x14, 100038
  %x16 = xor i32 %x15, 300012
  %x17 = mul i32 %x16, 100045
  %x18 = xor i32 %x17, 300013
  %x19 = mul i32 %x18, 100052
  %x20 = xor i32 %x19, 300014
  %x21 = mul i32 %x20, 100059
  %x22 = xor i32 %x21, 300015
  %x23 = mul i32 %x22, 100066
  %x24 = xor i32 %x23, 5
  %x25 = mul i32 %x24, 100073
  %x26 = xor i32 %x25, 300017
  %x27 = mul i32 %x26, 100080
  %x28 = xor i32 %x27, 300018
  %x29 = mul i32 %x28, 100087
  %x30 = xor i32 %x29, 300019
  %x31 = mul i32 %x30, 100094
  %x32 = xor i32 %x31, 300020
  %x33 = mul i32 %x32, 100101
  %x34 = xor i32 %x33, 300021
  %x35 = mul i32 %x34, 100108
  %x36 = xor i32 %x35, 300022
  %x37 = mul i32 %x36, 100115
  %x38 = xor i32 %x37, 300023
  %x39 = mul i32 %x38, 100122
  %x40 = xor i32 %x39, 300024
  %x41 = mul i32 %x40, 100129
  %x42 = xor i32 %x41, 300025
  %x43 = mul i32 %x42, 100136
  %x44 = xor i32 %x43, 300026
  ret i32 %x44
}

define internal i32 @six2(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f) minsize optsize noinline {
  %x0 = add i32 %a, %b
  %x1 = mul i32 %x0, %c
  %x2 = xor i32 %x1, %d
  %x3 = sub i32 %x2, %e
  %x4 = or i32 %x3, %f
  %x5 = mul i32 %x4, 100003
  %x6 = xor i32 %x5, 300007
  %x7 = mul i32 %x6, 100010
  %x8 = xor i32 %x7, 300008
  %x9 = mul i32 %x8, 100017
  %x10 = xor i32 %x9, 300009
  %x11 = mul i32 %x10, 100024
  %x12 = xor i32 %x11, 300010
  %x13 = mul i32 %x12, 100031
  %x14 = xor i32 %x13, 300011
  %x15 = mul i32 %x14, 100038
  %x16 = xor i32 %x15, 300012
  %x17 = mul i32 %x16, 100045
  %x18 = xor i32 %x17, 300013
  %x19 = mul i32 %x18, 100052
  %x20 = xor i32 %x19, 300014
  %x21 = mul i32 %x20, 100059
  %x22 = xor i32 %x21, 300015
  %x23 = mul i32 %x22, 100066
  %x24 = xor i32 %x23, 77777
  %x25 = mul i32 %x24, 100073
  %x26 = xor i32 %x25, 300017
  %x27 = mul i32 %x26, 100080
  %x28 = xor i32 %x27, 300018
  %x29 = mul i32 %x28, 100087
  %x30 = xor i32 %x29, 300019
  %x31 = mul i32 %x30, 100094
  %x32 = xor i32 %x31, 300020
  %x33 = mul i32 %x32, 100101
  %x34 = xor i32 %x33, 300021
  %x35 = mul i32 %x34, 100108
  %x36 = xor i32 %x35, 300022
  %x37 = mul i32 %x36, 100115
  %x38 = xor i32 %x37, 300023
  %x39 = mul i32 %x38, 100122
  %x40 = xor i32 %x39, 300024
  %x41 = mul i32 %x40, 100129
  %x42 = xor i32 %x41, 300025
  %x43 = mul i32 %x42, 100136
  %x44 = xor i32 %x43, 300026
  ret i32 %x44
}

define i32 @caller1(i32 %a) minsize optsize {
  %r = call i32 @six1(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a)
  ret i32 %r
}

define i32 @caller2(i32 %a) minsize optsize {
  %r = call i32 @six2(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a)
  ret i32 %r
}
