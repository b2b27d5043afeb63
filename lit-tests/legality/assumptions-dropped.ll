; An assumption of one side is not one of the other; merged bodies do without.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void @llvm.assume'
; CHECK: define internal i32 @left.fmerge(
; CHECK: ret i32

declare void @llvm.assume(i1)

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = icmp ult i32 %a, 10
  call void @llvm.assume(i1 %b)
  %c = mul i32 %a, 3
  %d = xor i32 %c, 85
  ret i32 %d
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = icmp ugt i32 %a, 10
  call void @llvm.assume(i1 %b)
  %c = mul i32 %a, 5
  %d = xor i32 %c, 85
  ret i32 %d
}
