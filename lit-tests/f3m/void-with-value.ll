; A function that returns nothing is merged with one that returns a value: its result is poison, so no
; promise about the result is left; here LLVM has made it whatever the other side returns.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: call void @use(i32 %b)
; CHECK: define internal i32 @left.fmerge(ptr %p, i1 noundef %fmerge.id)
; CHECK-NOT: br
; CHECK: ret i32 %c
@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define void @use(i32 %x) {
  call i32 (ptr, ...) @printf(ptr @format, i32 %x)
  ret void
}

define internal void @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @use(i32 %c)
  ret void
}

define internal noundef range(i32 0, 1000) i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @use(i32 %c)
  ret i32 %c
}

define i32 @main() {
  %p = alloca i32
  store i32 4, ptr %p
  call void @left(ptr %p)
  %b = call i32 @right(ptr %p)
  call void @use(i32 %b)
  ret i32 0
}
