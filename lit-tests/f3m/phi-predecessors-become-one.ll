; Two predecessors of a φ on one side, where the other side has one: after merging, one block stands for
; predecessors of both, and one edge carries what each side wants. (Published mergers lost one of the values
; when one select block served two predecessors.)
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x, i32 %y) {
entry:
  %a = mul i32 %x, %y
  %p = icmp ugt i32 %a, 40
  br i1 %p, label %one, label %two
one:
  %b = xor i32 %a, 85
  %c = udiv i32 %b, 3
  br label %out
two:
  %d = xor i32 %a, 86
  %e = udiv i32 %d, 5
  br label %out
out:
  %r = phi i32 [ %c, %one ], [ %e, %two ]
  %t = phi i32 [ 7, %one ], [ 8, %two ]
  %u = mul i32 %r, %t
  ret i32 %u
}

define internal i32 @right(i32 %x, i32 %y) {
entry:
  %a = mul i32 %x, %y
  %p = icmp ugt i32 %a, 40
  br i1 %p, label %out, label %one
one:
  %b = xor i32 %a, 85
  %c = udiv i32 %b, 3
  br label %out
out:
  %r = phi i32 [ %y, %entry ], [ %c, %one ]
  %t = phi i32 [ 9, %entry ], [ 10, %one ]
  %u = mul i32 %r, %t
  ret i32 %u
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
