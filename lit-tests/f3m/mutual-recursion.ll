; Each calls the other.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s --implicit-check-not='@left(' --implicit-check-not='@right('
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(i32 %x, i32 %y, i1 noundef %fmerge.id)
; CHECK-DAG: call i32 @left.fmerge(i32 %{{.*}}, i32 %{{.*}}, i1 true)
; CHECK-DAG: call i32 @left.fmerge(i32 %{{.*}}, i32 %{{.*}}, i1 false)

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x, i32 %y) {
entry:
  %p = icmp eq i32 %x, 0
  br i1 %p, label %out, label %more
more:
  %a = sub i32 %x, 1
  %b = mul i32 %y, 3
  %c = call i32 @right(i32 %a, i32 %b)
  %d = add i32 %c, 5
  ret i32 %d
out:
  ret i32 100
}

define internal i32 @right(i32 %x, i32 %y) {
entry:
  %p = icmp eq i32 %x, 0
  br i1 %p, label %out, label %more
more:
  %a = sub i32 %x, 1
  %b = mul i32 %y, 7
  %c = call i32 @left(i32 %a, i32 %b)
  %d = add i32 %c, 6
  ret i32 %d
out:
  ret i32 200
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
