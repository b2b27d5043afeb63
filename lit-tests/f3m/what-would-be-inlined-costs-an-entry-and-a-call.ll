; A function that is called once becomes part of its caller when LLVM inlines: its prologue, its unwind entry and its call go.
; Before inlining, that is what a merge loses. opus grew by 200 bytes by two such functions, of which the estimate was that
; they save 59.
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify>' -S %s | %FileCheck %s --check-prefix=APART
; RUN: %opt -passes='f3m<speed=ignore;verify>' -S %s | %FileCheck %s
; What is called twice stays a function, and so does what is not to be inlined.
; RUN: sed 's/^  %%last =/  %%more = call i64 @left(i64 1)\n  %%most = call i64 @right(i64 2)\n  %%last =/' %s | %opt -passes='f3m<before-inlining;speed=ignore;verify>' -S | %FileCheck %s
; RUN: sed 's/minsize {/minsize noinline {/' %s | %opt -passes='f3m<before-inlining;speed=ignore;verify>' -S | %FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare void @note(i64)

; CHECK-LABEL: define i64 @caller(
; CHECK: call i64 @{{[a-z]+}}.fmerge(
; CHECK: call i64 @{{[a-z]+}}.fmerge(
; APART-LABEL: define i64 @caller(
; APART: call i64 @left(
; APART: call i64 @right(
define i64 @caller(i64 %value) minsize {
  %one = call i64 @left(i64 %value)
  %two = call i64 @right(i64 %one)
  %last = add i64 %two, 1
  ret i64 %last
}

define internal i64 @left(i64 %value) minsize {
  %v0 = mul i64 %value, 77
  %v1 = xor i64 %v0, 1037
  call void @note(i64 %v1)
  %v2 = add i64 %v1, 1074
  call void @note(i64 %v2)
  %v3 = xor i64 %v2, 1111
  call void @note(i64 %v3)
  ret i64 %v3
}

define internal i64 @right(i64 %value) minsize {
  %v0 = sub i64 %value, 77
  %v1 = xor i64 %v0, 1037
  call void @note(i64 %v1)
  %v2 = add i64 %v1, 1074
  call void @note(i64 %v2)
  %v3 = xor i64 %v2, 1111
  call void @note(i64 %v3)
  ret i64 %v3
}
