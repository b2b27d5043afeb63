; A loop that is entered from two sides: no block of it dominates the others, and values of both entries meet.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x, i32 %y) {
entry:
  %p = icmp ugt i32 %x, 3
  br i1 %p, label %one, label %two
one:
  %i = phi i32 [ %x, %entry ], [ %k, %two ]
  %j = add i32 %i, 3
  br label %two
two:
  %m = phi i32 [ %y, %entry ], [ %j, %one ]
  %k = add i32 %m, 5
  %q = icmp ult i32 %k, 60
  br i1 %q, label %one, label %out
out:
  ret i32 %k
}

define internal i32 @right(i32 %x, i32 %y) {
entry:
  %p = icmp ugt i32 %y, 20
  br i1 %p, label %two, label %one
one:
  %i = phi i32 [ %x, %entry ], [ %k, %two ]
  %j = mul i32 %i, 3
  br label %two
two:
  %m = phi i32 [ %y, %entry ], [ %j, %one ]
  %k = add i32 %m, 6
  %q = icmp ult i32 %k, 70
  br i1 %q, label %one, label %out
out:
  ret i32 %m
}

define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, 17
  %a = call i32 @left(i32 %i, i32 %j)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(i32 %i, i32 %j)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  %next = add i32 %i, 1
  %go = icmp ult i32 %next, 9
  br i1 %go, label %loop, label %out
out:
  ret i32 0
}
