; LLVM turns a loop that fills memory into a call of memset, but not inside of memset itself, which it knows by
; its name. The body moved to another name, memset would call itself for ever. With `no-builtins` it may move.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed 's/@memset(/@mine(/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; RUN: sed 's/ nounwind / "no-builtins" /' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify>,default<O2>' -S %s | %FileCheck %s --check-prefix=BODY
; REFUSED: Name: {{ *}}library-function{{$}}
; REFUSED-NEXT: Function: {{ *}}memset{{$}}
; CHECK: merged {{mine|memset}} and fill
; BODY: define {{.*}} @memset(
; BODY-NOT: define
; BODY: store i8
; BODY: define {{.*}} @fill(
; BODY: call void @llvm.memset

target triple = "x86_64-unknown-linux-gnu"

define ptr @memset(ptr %p, i32 %v, i64 %n) nounwind {
entry:
  %z = icmp eq i64 %n, 0
  br i1 %z, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i8, ptr %p, i64 %i
  %b = trunc i32 %v to i8
  store i8 %b, ptr %q
  %next = add i64 %i, 1
  %e = icmp eq i64 %next, %n
  br i1 %e, label %out, label %loop
out:
  ret ptr %p
}

define void @fill(ptr %p, i32 %v, i64 %n) nounwind {
entry:
  %z = icmp eq i64 %n, 0
  br i1 %z, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i8, ptr %p, i64 %i
  %b = trunc i32 %v to i8
  store i8 %b, ptr %q
  %next = add i64 %i, 1
  %e = icmp eq i64 %next, %n
  br i1 %e, label %out, label %loop
out:
  ret void
}
