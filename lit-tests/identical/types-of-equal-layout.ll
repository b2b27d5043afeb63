; Structures by name, slots of one size, and addresses by any steps to one offset are no difference.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @one(
; CHECK-NOT: @two
%A = type { i32, i32 }
%B = type { [2 x i32] }
declare void @fill(ptr)

define internal i32 @one() {
  %slot = alloca %A
  call void @fill(ptr %slot)
  %at = getelementptr %A, ptr %slot, i64 0, i32 1
  %a = load i32, ptr %at
  ret i32 %a
}

define internal i32 @two() {
  %slot = alloca %B, align 8
  call void @fill(ptr %slot)
  %at = getelementptr i8, ptr %slot, i64 4
  %a = load i32, ptr %at
  ret i32 %a
}

define i32 @user() {
  %a = call i32 @one()
  %b = call i32 @two()
  %c = add i32 %a, %b
  ret i32 %c
}
