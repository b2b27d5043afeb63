; A φ followed by further φs, of which the other side has fewer: one merged block holds all of them, and the
; other side's entries are poison. φs that read each other keep reading the values of the last round.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; CHECK: {{^}}[[LOOP:[0-9]+]]:
; CHECK-COUNT-4: = phi i32
; CHECK-NOT: phi
; CHECK: br i1 {{.*}} label %[[LOOP]]

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x, i32 %y) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %a = phi i32 [ %x, %entry ], [ %b, %loop ]
  %b = phi i32 [ %y, %entry ], [ %c, %loop ]
  %c = phi i32 [ 3, %entry ], [ %d, %loop ]
  %d = add i32 %a, %b
  %n = add i32 %i, 1
  %go = icmp ult i32 %n, 7
  br i1 %go, label %loop, label %out
out:
  ret i32 %d
}

define internal i32 @right(i32 %x, i32 %y) {
entry:
  br label %loop
loop:
  %a = phi i32 [ %x, %entry ], [ %b, %loop ]
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %b = phi i32 [ %y, %entry ], [ %a, %loop ]
  %d = add i32 %a, %b
  %n = add i32 %i, 1
  %go = icmp ult i32 %n, 6
  br i1 %go, label %loop, label %out
out:
  ret i32 %a
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
