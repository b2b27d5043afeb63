; Constants that lead to themselves by way of others: the second time round a placeholder stood for the content, so
; that two whose cycles differ further on were one constant.
; RUN: rm -rf %t && mkdir %t && cp %s %t/cycles.ll && cd %t
; RUN: %python %root/lit-tests/global/Inputs/rounds.py %clang %plugin %fmerge %lld --options='min-size=1' cycles.ll | %FileCheck %s
; CHECK: prices none, fold icf: {{[1-9]}} made
; CHECK: 1 3
target triple = "x86_64-unknown-linux-gnu"
@.s = private unnamed_addr constant [7 x i8] c"%d %d\0A\00"
@a1 = internal unnamed_addr constant { i32, ptr } { i32 1, ptr @b1 }
@b1 = internal unnamed_addr constant { i32, ptr } { i32 2, ptr @a1 }
@a3 = internal unnamed_addr constant { i32, ptr } { i32 3, ptr @b3 }
@b3 = internal unnamed_addr constant { i32, ptr } { i32 2, ptr @a3 }
@c  = internal unnamed_addr constant { i32, ptr } { i32 9, ptr @c }
declare i32 @printf(ptr, ...)
define void @zero(i32 %x, ptr %p, ptr %q) noinline {
  store ptr @a1, ptr %p
  store ptr @a3, ptr %q
  store ptr @a3, ptr %p
  store ptr @a1, ptr %q
  ret void
}
define void @one(i32 %x, ptr %p, ptr %q) noinline {
  store ptr @b1, ptr %p
  store ptr @b3, ptr %q
  ret void
}
define void @two(i32 %x, ptr %p, ptr %q) noinline {
  store ptr @c, ptr %p
  store ptr @c, ptr %q
  ret void
}
define i32 @main() {
  %p = alloca ptr
  %q = alloca ptr
  call void @one(i32 1, ptr %p, ptr %q)
  %a = load ptr, ptr %p
  %b = load ptr, ptr %q
  %an = getelementptr { i32, ptr }, ptr %a, i64 0, i32 1
  %bn = getelementptr { i32, ptr }, ptr %b, i64 0, i32 1
  %a2 = load ptr, ptr %an
  %b2 = load ptr, ptr %bn
  %av = load i32, ptr %a2
  %bv = load i32, ptr %b2
  call i32 (ptr, ...) @printf(ptr @.s, i32 %av, i32 %bv)
  ret i32 0
}
