; Parameters are paired by how they are used, not by place: so no select is needed here,
; and no identifier.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s --implicit-check-not=select
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: call i32 @left.fmerge(i32 7, i32 9, i32 2)
; CHECK: call i32 @left.fmerge(i32 7, i32 9, i32 2)
; CHECK: define internal i32 @left.fmerge(i32 %x, i32 %y, i32 %z)

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x, i32 %y, i32 %z) {
  %a = sub i32 %x, %y
  %b = shl i32 %a, %z
  %c = sub i32 %b, %y
  %d = udiv i32 %c, %x
  ret i32 %d
}

define internal i32 @right(i32 %z, i32 %x, i32 %y) {
  %a = sub i32 %x, %y
  %b = shl i32 %a, %z
  %c = sub i32 %b, %y
  %d = udiv i32 %c, %x
  ret i32 %d
}

define i32 @main() {
  %a = call i32 @left(i32 7, i32 9, i32 2)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(i32 2, i32 7, i32 9)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  ret i32 0
}
