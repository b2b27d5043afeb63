; Equal functions do the same whichever is meant: what they become has no identifier, and nobody passes one. Where both
; stay as thunks they do: equal thunks would get one address from a linker that folds identical code.
; RUN: %opt -passes='f3m<verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<verify;thunks=keep;force>,verify' -S %s | %FileCheck %s --check-prefix=THUNKS
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<verify>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -

; CHECK-NOT: define {{.*}} @right(
; CHECK: define i32 @main()
; CHECK: call i32 @left.fmerge(i32 7, i32 1)
; CHECK: call i32 @left.fmerge(i32 8, i32 2)
; CHECK: define internal i32 @left.fmerge(i32 %x, i32 %y)
; CHECK-NOT: select
; CHECK-NOT: br
; CHECK: ret i32

; THUNKS: define internal i32 @left(i32 %x, i32 %y)
; THUNKS-NEXT: %1 = tail call i32 @left.fmerge(i32 %x, i32 %y, i1 {{(noundef )?}}false)
; THUNKS-NEXT: ret i32 %1
; THUNKS: define internal i32 @right(i32 %x, i32 %y)
; THUNKS-NEXT: %1 = tail call i32 @left.fmerge(i32 %x, i32 %y, i1 {{(noundef )?}}true)
; THUNKS-NEXT: ret i32 %1
; THUNKS: define internal i32 @left.fmerge(i32 %x, i32 %y, i1 noundef %fmerge.id)

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 %x, i32 %y) minsize optsize {
  %a = mul i32 %x, 3
  %b = xor i32 %a, %y
  %c = lshr i32 %b, 2
  %d = add i32 %c, %x
  %e = mul i32 %d, %b
  %f = sub i32 %e, %c
  %g = xor i32 %f, 85
  %h = or i32 %g, %a
  %i = mul i32 %h, %g
  %j = sub i32 %i, %e
  ret i32 %j
}

define internal i32 @right(i32 %x, i32 %y) minsize optsize {
  %a = mul i32 %x, 3
  %b = xor i32 %a, %y
  %c = lshr i32 %b, 2
  %d = add i32 %c, %x
  %e = mul i32 %d, %b
  %f = sub i32 %e, %c
  %g = xor i32 %f, 85
  %h = or i32 %g, %a
  %i = mul i32 %h, %g
  %j = sub i32 %i, %e
  ret i32 %j
}

define i32 @main() {
  %a = call i32 @left(i32 7, i32 1)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(i32 8, i32 2)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  ret i32 0
}
