; Blocks that cannot be reached are left out of the merged function, and so are their entries in φs. They may
; use what they do not follow, which no plan could keep.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s --implicit-check-not=12345
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x, i32 %y) {
entry:
  %a = mul i32 %x, %y
  %b = xor i32 %a, 85
  br label %out
dead:
  %c = add i32 %d, 12345
  %d = add i32 %c, %a
  br i1 undef, label %dead, label %out
out:
  %r = phi i32 [ %b, %entry ], [ %d, %dead ]
  %s = add i32 %r, 3
  ret i32 %s
}

define internal i32 @right(i32 %x, i32 %y) {
entry:
  %a = mul i32 %x, %y
  %b = xor i32 %a, 85
  br label %out
out:
  %r = phi i32 [ 12345, %dead ], [ %b, %entry ]
  %s = add i32 %r, 4
  ret i32 %s
dead:
  br label %out
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
