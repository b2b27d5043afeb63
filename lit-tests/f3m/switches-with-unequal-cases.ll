; Switches with other case values cannot share them, since a case is a constant: each side has its own.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; CHECK: switch i32
; CHECK: switch i32
; CHECK-NOT: switch
@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x, i32 %y) {
entry:
  %a = mul i32 %x, %y
  switch i32 %x, label %other [ i32 1, label %one
                                i32 2, label %two ]
one:
  %b = add i32 %a, 11
  br label %out
two:
  %c = shl i32 %a, 4
  br label %out
other:
  %d = udiv i32 %a, 3
  br label %out
out:
  %r = phi i32 [ %b, %one ], [ %c, %two ], [ %d, %other ]
  ret i32 %r
}

define internal i32 @right(i32 %x, i32 %y) {
entry:
  %a = mul i32 %x, %y
  switch i32 %y, label %other [ i32 3, label %two
                                i32 2, label %one ]
one:
  %b = add i32 %a, 12
  br label %out
two:
  %c = shl i32 %a, 5
  br label %out
other:
  %d = udiv i32 %a, 3
  br label %out
out:
  %r = phi i32 [ %b, %one ], [ %c, %two ], [ %d, %other ]
  ret i32 %r
}

define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = xor i32 %i, 2
  %a = call i32 @left(i32 %i, i32 %j)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(i32 %i, i32 %j)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  %next = add i32 %i, 1
  %go = icmp ult i32 %next, 5
  br i1 %go, label %loop, label %out
out:
  ret i32 0
}
