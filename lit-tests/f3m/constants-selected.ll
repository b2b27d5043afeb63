; Constants that differ become a select on the identifier; equal ones stay as they are.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(i32 %x, i1 noundef %fmerge.id)
; CHECK-NOT: br
; CHECK: [[FACTOR:%[0-9]+]] = select i1 %fmerge.id, i32 5, i32 3
; CHECK: mul i32 %x, [[FACTOR]]
; CHECK: xor i32 {{.*}}, 85
; CHECK: ret i32

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = add i32 %c, %x
  ret i32 %d
}

define internal i32 @right(i32 %x) {
  %a = mul i32 %x, 5
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = add i32 %c, %x
  ret i32 %d
}

define i32 @main() {
  %a = call i32 @left(i32 7)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(i32 7)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  ret i32 0
}
