; Callers are asked of code generation, too. A coroutine that is not split yet has no code: it is not asked, and the build does not end.
;
; RUN: %opt %s -passes="f3m<force;verify;only=^one_>" -S | %FileCheck %s
; CHECK: define {{.*}}@one_a.fmerge(

target triple = "x86_64-unknown-linux-gnu"

@cell = global i64 0

define internal i64 @one_a(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h) noinline minsize {
  %1 = mul i64 %a, %b
  %2 = xor i64 %1, %c
  %3 = mul i64 %2, %d
  %4 = xor i64 %3, %e
  %5 = mul i64 %4, %f
  %6 = xor i64 %5, %g
  %7 = mul i64 %6, %h
  store volatile i64 %7, ptr @cell
  %8 = add i64 %7, 77
  ret i64 %8
}

define internal i64 @one_b(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h) noinline minsize {
  %1 = mul i64 %a, %b
  %2 = xor i64 %1, %c
  %3 = mul i64 %2, %d
  %4 = xor i64 %3, %e
  %5 = mul i64 %4, %f
  %6 = xor i64 %5, %g
  %7 = mul i64 %6, %h
  store volatile i64 %7, ptr @cell
  %8 = sub i64 %7, 1234
  ret i64 %8
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
define ptr @caller(i64 %x) presplitcoroutine "warn-stack-size"="448" {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @malloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  %1 = call i64 @one_a(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 %x)
  %2 = call i64 @one_b(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 %1)
  store volatile i64 %2, ptr @cell
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [i8 0, label %cleanup
                                i8 1, label %cleanup]
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %f)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
