; Each function has scopes of its own, which stand in the same places: those of the kept body stay, also when
; another promise is weakened. What scopes are called does not matter.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal void @one(
; CHECK-NEXT: scope.decl(metadata ![[LIST:[0-9]+]])
; CHECK-NEXT: load i32, ptr %p, align 2, !alias.scope ![[LIST]]
; CHECK-NEXT: store i32 %a, ptr %q, align 4, !noalias ![[LIST]]
; CHECK-NOT: @two
declare void @llvm.experimental.noalias.scope.decl(metadata)

define internal void @one(ptr %p, ptr %q) {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %a = load i32, ptr %p, align 4, !alias.scope !0
  store i32 %a, ptr %q, !noalias !0
  %b = mul i32 %a, 7
  store i32 %b, ptr %p, align 4
  ret void
}

define internal void @two(ptr %p, ptr %q) {
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %a = load i32, ptr %p, align 2, !alias.scope !3
  store i32 %a, ptr %q, !noalias !3
  %b = mul i32 %a, 7
  store i32 %b, ptr %p, align 4
  ret void
}

define void @user(ptr %p, ptr %q) {
  call void @one(ptr %p, ptr %q)
  call void @two(ptr %p, ptr %q)
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2, !"one: %p"}
!2 = distinct !{!2, !"one"}
!3 = !{!4}
!4 = distinct !{!4, !5, !"two: %p"}
!5 = distinct !{!5, !"two"}
