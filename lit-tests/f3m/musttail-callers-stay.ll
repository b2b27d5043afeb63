; A musttail call to a function cannot get one more argument, so it calls the thunk; others do, too.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @left(ptr %p) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr %p, i1 false)
; CHECK-NEXT: ret i32
; CHECK: define internal i32 @right(ptr %p) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr %p, i1 true)
; CHECK-NEXT: ret i32
; CHECK: define i32 @user(ptr %p)
; CHECK-NEXT: %a = musttail call i32 @left(ptr %p)

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

define i32 @user(ptr %p) {
  %a = musttail call i32 @left(ptr %p)
  ret i32 %a
}

define i32 @user2(ptr %p) {
  %a = musttail call i32 @right(ptr %p)
  ret i32 %a
}
