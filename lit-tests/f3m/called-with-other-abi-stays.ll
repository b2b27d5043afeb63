; A call that passes an argument otherwise than the definition takes it is left alone.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @left(ptr inreg %p) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr inreg %p, i1 false)
; CHECK-NEXT: ret i32
; CHECK: define internal i32 @right(ptr inreg %p) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr inreg %p, i1 true)
; CHECK-NEXT: ret i32

define internal i32 @left(ptr inreg %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @right(ptr inreg %p) {
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
