; Several edges from one switch into a block with φs: each φ has an entry for every edge, also where the two
; sides send equal cases to different blocks. (Published mergers lost incoming values here.)
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; CHECK: switch i32
; CHECK-NOT: switch
@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x, i32 %y) {
entry:
  %a = mul i32 %x, %y
  switch i32 %x, label %other [ i32 1, label %out
                                i32 2, label %out
                                i32 3, label %out
                                i32 4, label %other ]
other:
  %q = phi i32 [ %a, %entry ], [ %a, %entry ]
  %d = udiv i32 %q, 3
  br label %out
out:
  %r = phi i32 [ %y, %entry ], [ %y, %entry ], [ %y, %entry ], [ %d, %other ]
  ret i32 %r
}

define internal i32 @right(i32 %x, i32 %y) {
entry:
  %a = mul i32 %x, %y
  switch i32 %x, label %other [ i32 1, label %out
                                i32 2, label %other
                                i32 3, label %out
                                i32 4, label %other ]
other:
  %q = phi i32 [ %x, %entry ], [ %x, %entry ], [ %x, %entry ]
  %d = udiv i32 %q, 3
  br label %out
out:
  %r = phi i32 [ %a, %entry ], [ %a, %entry ], [ %d, %other ]
  ret i32 %r
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
  %go = icmp ult i32 %next, 7
  br i1 %go, label %loop, label %out
out:
  ret i32 0
}
