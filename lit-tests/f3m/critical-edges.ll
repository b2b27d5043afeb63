; Edges from a block with several successors to one with several predecessors: each side's values arrive by
; the edges that it takes.
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
  br i1 %p, label %mid, label %out
mid:
  %b = xor i32 %a, 85
  %q = icmp ugt i32 %b, 60
  br i1 %q, label %end, label %out
out:
  %r = phi i32 [ %a, %entry ], [ %b, %mid ]
  %s = add i32 %r, 1
  br label %end
end:
  %t = phi i32 [ %y, %mid ], [ %s, %out ]
  ret i32 %t
}

define internal i32 @right(i32 %x, i32 %y) {
entry:
  %a = mul i32 %x, %y
  %p = icmp ugt i32 %a, 40
  br i1 %p, label %out, label %mid
mid:
  %b = xor i32 %a, 85
  %q = icmp ugt i32 %b, 60
  br i1 %q, label %end, label %out
out:
  %r = phi i32 [ %x, %entry ], [ %a, %mid ]
  %s = add i32 %r, 2
  br label %end
end:
  %t = phi i32 [ %b, %mid ], [ %s, %out ]
  ret i32 %t
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
