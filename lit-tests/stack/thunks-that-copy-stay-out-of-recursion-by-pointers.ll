; A thunk of a function that takes a structure by value copies it once more. These functions may call each other by pointers, so
; that there may be thousands of copies: neither becomes a thunk. Where no call leads back, one does.
; RUN: %opt -passes='identical<force;verify>' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm<force;verify>' -S %s | %FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

%large = type { [5 x i64] }

@table = global [4 x ptr] [ptr @one, ptr @two, ptr @leaf, ptr @other_leaf]

declare i64 @given(i64)

; CHECK-LABEL: define i64 @one(
; CHECK: call i64 %
; CHECK-LABEL: define i64 @two(
; CHECK: call i64 %
define i64 @one(i64 %n, ptr byval(%large) align 8 %all) {
  %next = load volatile ptr, ptr @table
  %value = load i64, ptr %all
  %sum = add i64 %value, %n
  %got = call i64 %next(i64 %sum, ptr byval(%large) align 8 %all)
  %more = mul i64 %got, 7
  ret i64 %more
}

define i64 @two(i64 %n, ptr byval(%large) align 8 %all) {
  %next = load volatile ptr, ptr @table
  %value = load i64, ptr %all
  %sum = add i64 %value, %n
  %got = call i64 %next(i64 %sum, ptr byval(%large) align 8 %all)
  %more = mul i64 %got, 7
  ret i64 %more
}

; CHECK-LABEL: define i64 @other_leaf(
; CHECK-NEXT: call i64 @leaf{{(.gfm)?}}(
define i64 @leaf(i64 %n, ptr byval(%large) align 8 %all) {
  %value = load i64, ptr %all
  %sum = add i64 %value, %n
  %more = mul i64 %sum, 7
  %and = xor i64 %more, %n
  %last = udiv i64 %and, 3
  ret i64 %last
}

define i64 @other_leaf(i64 %n, ptr byval(%large) align 8 %all) {
  %value = load i64, ptr %all
  %sum = add i64 %value, %n
  %more = mul i64 %sum, 7
  %and = xor i64 %more, %n
  %last = udiv i64 %and, 3
  ret i64 %last
}
