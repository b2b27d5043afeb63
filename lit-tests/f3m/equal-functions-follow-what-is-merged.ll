; What is equal to a function that is merged with a similar one becomes a thunk like it: if it stayed as it is, for the linker
; to fold with a function that is gone, all of its body would stay.
; RUN: %opt -passes='fmerge<icf=all;speed=ignore;verify>,verify' -S %s | %FileCheck %s
; CHECK: @table = global [3 x ptr] [ptr @first, ptr @second, ptr @similar]
; CHECK: define internal i32 @first(
; CHECK-NEXT: tail call i32 @first.fmerge(i32 %x, ptr %p, i1 [[ID:[a-z]+]])
; CHECK: define internal i32 @second(
; CHECK-NEXT: tail call i32 @first.fmerge(i32 %x, ptr %p, i1 [[ID]])
; CHECK: define internal i32 @similar(
; CHECK-NEXT: tail call i32 @first.fmerge(

; The same with a function that differs in a constant.
; RUN: sed '/^;/d; s/sub i32 %c, %x/add i32 %c, %x/' %s | awk '/mul i32 %x/ && ++n == 3 { sub(", 3", ", 5") } { print }' \
; RUN:   | %opt -passes='fmerge<icf=all;speed=ignore;verify>,verify' -S | %FileCheck %s --check-prefix=CONSTANT
; CONSTANT: define internal i32 @first(
; CONSTANT-NEXT: tail call i32 @first.gfm(i32 %x, ptr %p, i32 3)
; CONSTANT: define internal i32 @second(
; CONSTANT-NEXT: tail call i32 @first.gfm(i32 %x, ptr %p, i32 3)
; CONSTANT: define internal i32 @similar(
; CONSTANT-NEXT: tail call i32 @first.gfm(i32 %x, ptr %p, i32 5)

; One that could not be a thunk keeps its equal from being merged.
; RUN: sed 's/define internal i32 @second(.*)/& hot/' %s | %opt -passes='fmerge<icf=all;speed=ignore;verify>,verify' -S \
; RUN:   | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=fmerge
; REFUSED: define internal i32 @second(
target triple = "x86_64-unknown-linux-gnu"

@table = global [3 x ptr] [ptr @first, ptr @second, ptr @similar]
declare i32 @work(i32)

define internal i32 @first(i32 %x, ptr %p) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = call i32 @work(i32 %b)
  %d = add i32 %c, %x
  store i32 %d, ptr %p
  %e = call i32 @work(i32 %d)
  %f = add i32 %e, %c
  %g = call i32 @work(i32 %f)
  %h = xor i32 %g, %b
  %i = call i32 @work(i32 %h)
  %j = mul i32 %i, %g
  store i32 %j, ptr %p
  %k = call i32 @work(i32 %j)
  ret i32 %k
}

define internal i32 @second(i32 %x, ptr %p) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = call i32 @work(i32 %b)
  %d = add i32 %c, %x
  store i32 %d, ptr %p
  %e = call i32 @work(i32 %d)
  %f = add i32 %e, %c
  %g = call i32 @work(i32 %f)
  %h = xor i32 %g, %b
  %i = call i32 @work(i32 %h)
  %j = mul i32 %i, %g
  store i32 %j, ptr %p
  %k = call i32 @work(i32 %j)
  ret i32 %k
}

define internal i32 @similar(i32 %x, ptr %p) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = call i32 @work(i32 %b)
  %d = sub i32 %c, %x
  store i32 %d, ptr %p
  %e = call i32 @work(i32 %d)
  %f = add i32 %e, %c
  %g = call i32 @work(i32 %f)
  %h = xor i32 %g, %b
  %i = call i32 @work(i32 %h)
  %j = mul i32 %i, %g
  store i32 %j, ptr %p
  %k = call i32 @work(i32 %j)
  ret i32 %k
}
