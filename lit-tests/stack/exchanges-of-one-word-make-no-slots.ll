; A comparison and exchange of one word gives a truth value beside it, so its result has two words. It makes no slot of code generation all
; the same: where the inliner comes later, what may call itself and calls a function with such an exchange is merged. One of two words may
; become a call with slots, so that is refused.
;
; RUN: %opt -passes='f3m<before-inlining;force;verify;report=-;only=^one_.$>' -disable-output %s 2>&1 | %FileCheck --check-prefix=ONE %s
; RUN: %opt -passes='f3m<before-inlining;force;verify;report=-;only=^two_.$>' -disable-output %s 2>&1 | %FileCheck --check-prefix=TWO %s
; ONE: "merges":1,
; TWO: "merges":0,

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-linux-gnu"

@next = internal global ptr null

define internal i64 @exchange_word(ptr %p, i64 %n) #0 {
  %r = cmpxchg ptr %p, i64 0, i64 %n seq_cst seq_cst
  %v = extractvalue { i64, i1 } %r, 0
  ret i64 %v
}

define internal i128 @exchange_two(ptr %p, i128 %n) #0 {
  %r = cmpxchg ptr %p, i128 0, i128 %n seq_cst seq_cst
  %v = extractvalue { i128, i1 } %r, 0
  ret i128 %v
}

define i64 @one_a(ptr %p, i64 %n) #0 {
  %e = call i64 @exchange_word(ptr %p, i64 %n)
  %f = load volatile ptr, ptr @next
  %r = call i64 %f(i64 %e)
  %s = mul i64 %r, 3
  %t = xor i64 %s, %n
  store i64 %t, ptr %p
  ret i64 %t
}

define i64 @one_b(ptr %p, i64 %n) #0 {
  %e = call i64 @exchange_word(ptr %p, i64 %n)
  %f = load volatile ptr, ptr @next
  %r = call i64 %f(i64 %e)
  %s = mul i64 %r, 3
  %t = add i64 %s, %n
  store i64 %t, ptr %p
  ret i64 %t
}

define i64 @two_a(ptr %p, i64 %n) #0 {
  %w = zext i64 %n to i128
  %e = call i128 @exchange_two(ptr %p, i128 %w)
  %i = trunc i128 %e to i64
  %f = load volatile ptr, ptr @next
  %r = call i64 %f(i64 %i)
  %s = mul i64 %r, 3
  %t = xor i64 %s, %n
  store i64 %t, ptr %p
  ret i64 %t
}

define i64 @two_b(ptr %p, i64 %n) #0 {
  %w = zext i64 %n to i128
  %e = call i128 @exchange_two(ptr %p, i128 %w)
  %i = trunc i128 %e to i64
  %f = load volatile ptr, ptr @next
  %r = call i64 %f(i64 %i)
  %s = mul i64 %r, 3
  %t = add i64 %s, %n
  store i64 %t, ptr %p
  ret i64 %t
}

attributes #0 = { nounwind minsize optsize }
