; φ-node coalescing: the two values come from code that only one side runs, and are wanted in one place. One
; φ carries whichever there is; no select on the identifier follows it.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s --implicit-check-not='select i1 %fmerge.id'
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; CHECK: [[BOTH:%[0-9]+]] = phi i32 [ %a{{[0-9]*}}, %{{[0-9]+}} ], [ %a{{[0-9]*}}, %{{[0-9]+}} ]
; CHECK-NOT: phi
; CHECK: call i32 @step(i32 [[BOTH]], ptr %p)
; CHECK: call i32 @step(i32 {{.*}}[[BOTH]]
; CHECK: ret i32

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define i32 @step(i32 %x, ptr %p) {
  %v = load volatile i32, ptr %p
  %a = add i32 %v, %x
  store volatile i32 %a, ptr %p
  ret i32 %a
}

define internal i32 @left(i32 %x, ptr %p) {
  %h = call i32 @step(i32 1, ptr %p)
  store volatile i32 1, ptr %p
  %a = udiv i32 %h, 3
  %r = call i32 @step(i32 %a, ptr %p)
  %s = call i32 @step(i32 %r, ptr %p)
  %t = call i32 @step(i32 %a, ptr %p)
  %u = xor i32 %t, %s
  ret i32 %u
}

define internal i32 @right(i32 %x, ptr %p) {
  %h = call i32 @step(i32 1, ptr %p)
  %f = fptosi float 4.0 to i32
  %a = load volatile i32, ptr %p
  %r = call i32 @step(i32 %a, ptr %p)
  %s = call i32 @step(i32 %r, ptr %p)
  %t = call i32 @step(i32 %a, ptr %p)
  %u = xor i32 %t, %s
  ret i32 %u
}

define i32 @main() {
  %p = alloca i32
  store i32 4, ptr %p
  %a = call i32 @left(i32 9, ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(i32 9, ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  ret i32 0
}
