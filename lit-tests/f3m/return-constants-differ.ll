; Returns of different constants, alone in their blocks: each side returns its own. (Published mergers made
; an unmatched return of a constant one of undef.)
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; CHECK-NOT: ret i32 {{undef|poison}}
; CHECK: ret i32
; CHECK-NOT: ret i32 {{undef|poison}}

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x, i32 %y) {
entry:
  %a = mul i32 %x, %y
  switch i32 %x, label %other [ i32 1, label %one
                                i32 2, label %two ]
one:
  ret i32 100
two:
  ret i32 200
other:
  %b = xor i32 %a, 85
  %c = udiv i32 %b, 3
  ret i32 %c
}

define internal i32 @right(i32 %x, i32 %y) {
entry:
  %a = mul i32 %x, %y
  switch i32 %x, label %other [ i32 1, label %one
                                i32 3, label %two ]
one:
  ret i32 300
two:
  ret i32 400
other:
  %b = xor i32 %a, 85
  %c = udiv i32 %b, 3
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
