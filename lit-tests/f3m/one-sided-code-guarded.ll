; Code of one side alone runs only for its identifier: the stores and the division of the right side, which
; would trap for the left one, stand behind a branch; what comes of them is used further on, past the guard.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; CHECK: br i1 %fmerge.id, label %[[GUARDED:[0-9]+]], label %[[JOIN:[0-9]+]]
; CHECK: [[GUARDED]]:
; CHECK: store volatile i32 7, ptr @seen
; CHECK: sdiv i32 100, %x
; CHECK: store volatile i32 8, ptr @seen
; CHECK: br label %[[JOIN]]
; CHECK: [[JOIN]]:
; CHECK: phi i32 [ {{.*}}, %[[GUARDED]] ]

@seen = global i32 0
@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x, ptr %p) {
  %a = load i32, ptr %p
  %b = xor i32 %a, 85
  store i32 %b, ptr %p
  %c = load i32, ptr @seen
  %d = add i32 %c, %b
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @right(i32 %x, ptr %p) {
  %a = load i32, ptr %p
  %b = xor i32 %a, 85
  store i32 %b, ptr %p
  store volatile i32 7, ptr @seen
  %q = sdiv i32 100, %x
  store volatile i32 8, ptr @seen
  %c = load i32, ptr @seen
  %d = add i32 %c, %q
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @main() {
  %p = alloca i32
  store i32 4, ptr %p
  %a = call i32 @left(i32 0, ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(i32 3, ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  ret i32 0
}
