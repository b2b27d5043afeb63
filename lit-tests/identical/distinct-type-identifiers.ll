; Two classes of one name in two anonymous namespaces have distinct identifiers: tests of them are different.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i1 @one(
; CHECK-NEXT: %a = call i1 @llvm.type.test(ptr %p, metadata ![[A:[0-9]+]])
; CHECK: define internal i1 @two(
; CHECK-NEXT: %a = call i1 @llvm.type.test(ptr %p, metadata ![[B:[0-9]+]])
declare i1 @llvm.type.test(ptr, metadata)
declare void @use(i1)

define internal i1 @one(ptr %p) {
  %a = call i1 @llvm.type.test(ptr %p, metadata !0)
  call void @use(i1 %a)
  call void @use(i1 false)
  ret i1 %a
}

define internal i1 @two(ptr %p) {
  %a = call i1 @llvm.type.test(ptr %p, metadata !1)
  call void @use(i1 %a)
  call void @use(i1 false)
  ret i1 %a
}

define i1 @user(ptr %p) {
  %a = call i1 @one(ptr %p)
  %b = call i1 @two(ptr %p)
  %c = xor i1 %a, %b
  ret i1 %c
}

!0 = distinct !{}
!1 = distinct !{}
