; One value of the left meets two of the right. It is one variable with the first; for the second place there is a
; further φ of it, which takes no more than the φ that would carry the other value to a select.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s \
; RUN:   | %FileCheck %s --implicit-check-not='select i1 %fmerge.id' --implicit-check-not=' = phi '
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; CHECK: [[ONE:%[0-9]+]] = phi i32 [ [[OWN:%a[0-9]*]], %{{[0-9]+}} ], [ %a{{[0-9]*}}, %{{[0-9]+}} ]
; CHECK-NEXT: [[OTHER:%[0-9]+]] = phi i32 [ [[OWN]], %{{[0-9]+}} ], [ %c, %{{[0-9]+}} ]
; CHECK: call i32 @step(i32 [[ONE]], ptr %p)
; CHECK: call i32 @step(i32 [[OTHER]], ptr %p)
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
  %b = load volatile i32, ptr %p
  %c = xor i32 %b, 21
  %r = call i32 @step(i32 %a, ptr %p)
  %s = call i32 @step(i32 %r, ptr %p)
  %t = call i32 @step(i32 %c, ptr %p)
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
