; A parameter that one side has not is poison for it; what the other promises of it goes, but for its ABI.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: call i32 @left.fmerge(ptr %p, i64 poison, i1 false)
; CHECK: call i32 @left.fmerge(ptr %p, i64 noundef 7, i1 true)
; CHECK: define internal i32 @left.fmerge(ptr %p, i64 %x, i1 noundef %fmerge.id)

define internal i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  ret i32 %c
}

define internal i32 @right(ptr %p, i64 noundef range(i64 0, 10) %x) {
  %a = load i32, ptr %p
  %y = trunc i64 %x to i32
  %b = mul i32 %a, %y
  %c = xor i32 %b, 85
  ret i32 %c
}

define i32 @user(ptr %p) noinline optnone {
  %a = call i32 @left(ptr %p)
  %b = call i32 @right(ptr %p, i64 noundef 7)
  %c = add i32 %a, %b
  ret i32 %c
}
