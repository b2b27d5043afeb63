; LLVM turns malloc and a memset of zeros into calloc, but not inside of calloc itself, which it knows by its name. The body moved
; to another name, calloc would call itself for ever; and so it would if it called an equal function.
; RUN: %opt -passes=identical -S %s | %FileCheck %s
; RUN: %opt -passes='gfm<force>' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<force>' -S %s | %FileCheck %s
; CHECK: define ptr @calloc(
; CHECK: call ptr @malloc(
; CHECK: define ptr @zalloc(

target triple = "x86_64-unknown-linux-gnu"
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define ptr @calloc(i64 %n, i64 %m) minsize optsize {
  %s = mul i64 %n, %m
  %p = call ptr @malloc(i64 %s)
  %c = icmp eq ptr %p, null
  br i1 %c, label %e, label %z
z:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %s, i1 false)
  br label %e
e:
  ret ptr %p
}
define ptr @zalloc(i64 %n, i64 %m) minsize optsize {
  %s = mul i64 %n, %m
  %p = call ptr @malloc(i64 %s)
  %c = icmp eq ptr %p, null
  br i1 %c, label %e, label %z
z:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %s, i1 false)
  br label %e
e:
  ret ptr %p
}
