; Local functions that are only called go; their callers call the merged function.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK-NOT: @left(
; CHECK-NOT: @right(
; CHECK: define i32 @user(ptr %p)
; CHECK-NEXT: %a = call i32 @left.fmerge(ptr %p, i1 false)
; CHECK-NEXT: %b = call i32 @left.fmerge(ptr %p, i1 true)
; CHECK-NOT: @left(
; CHECK-NOT: @right(

define internal i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @user(ptr %p) noinline optnone {
  %a = call i32 @left(ptr %p)
  %b = call i32 @right(ptr %p)
  %c = add i32 %a, %b
  ret i32 %c
}
