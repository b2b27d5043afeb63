; A value defined behind one guard and used behind a later one, of the same side; and one of a shared block
; used behind a guard. What the other side has there is poison, and is never used.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; CHECK: br i1 %fmerge.id

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

declare i32 @putchar(i32)
define internal i32 @left(i32 %x, i32 %y) {
  %a = mul i32 %x, %y
  %g = udiv i32 %a, 7
  %h = call i32 @putchar(i32 65)
  %b = xor i32 %a, 85
  %i = call i32 @putchar(i32 66)
  %k = call i32 @putchar(i32 10)
  %c = add i32 %b, %a
  ret i32 %c
}

define internal i32 @right(i32 %x, i32 %y) {
  %a = mul i32 %x, %y
  %d = add i32 %y, 1
  %q = udiv i32 %x, %d
  %z = call i32 @putchar(i32 97)
  %h = call i32 @putchar(i32 65)
  %b = xor i32 %a, 85
  %i = call i32 @putchar(i32 66)
  %w = urem i32 %q, 5
  %v = add i32 %w, 98
  %u = call i32 @putchar(i32 %v)
  %k = call i32 @putchar(i32 10)
  %c = add i32 %b, %q
  ret i32 %c
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
