; Two loops become one, and so do their φs, whatever their order. The choice of the step is made before the loop.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; CHECK: [[STEP:%[0-9]+]] = select i1 %fmerge.id, i32 3, i32 2
; CHECK: {{^}}[[LOOP:[0-9]+]]:
; CHECK-COUNT-2: = phi i32
; CHECK-NOT: {{phi|select}}
; CHECK: add i32 %i, [[STEP]]
; CHECK: br i1 %{{.*}}, label %[[LOOP]], label
; CHECK-NOT: br
; CHECK: ret i32 %more

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 1, %entry ], [ %more, %loop ]
  %sq = mul i32 %i, %i
  %more = add i32 %sum, %sq
  %next = add i32 %i, 2
  %go = icmp ult i32 %next, %n
  br i1 %go, label %loop, label %out
out:
  ret i32 %more
}

define internal i32 @right(i32 %n) {
entry:
  br label %loop
loop:
  %sum = phi i32 [ 1, %entry ], [ %more, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sq = mul i32 %i, %i
  %more = add i32 %sum, %sq
  %next = add i32 %i, 3
  %go = icmp ult i32 %next, %n
  br i1 %go, label %loop, label %out
out:
  ret i32 %more
}

define i32 @main() {
  %a = call i32 @left(i32 20)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(i32 20)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  ret i32 0
}
