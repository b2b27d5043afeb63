; What the kept body promises, all promise.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @one(ptr %p, i32 %x) align 16 {
; CHECK-NEXT: %a = load i32, ptr %p, align 2{{$}}
; CHECK-NEXT: %b = add nsw i32 %a, %x
; CHECK-NEXT: %c = call i32 @callee(i32 %b) #[[SITE:[0-9]+]]
; CHECK-NEXT: store i32 %c, ptr %p, align 4, !tbaa
; CHECK-NOT: @two
; CHECK: attributes #[[SITE]] = { willreturn }
declare i32 @callee(i32)

define internal i32 @one(ptr nonnull %p, i32 %x) nounwind align 4 {
  %a = load i32, ptr %p, align 4, !range !0
  %b = add nuw nsw i32 %a, %x
  %c = call i32 @callee(i32 %b) nounwind willreturn
  store i32 %c, ptr %p, align 4, !tbaa !1
  ret i32 %c
}

define internal i32 @two(ptr noalias %p, i32 noundef %x) align 16 {
  %a = load i32, ptr %p, align 2
  %b = add nsw i32 %a, %x
  %c = call i32 @callee(i32 %b) willreturn
  store i32 %c, ptr %p, align 4, !tbaa !1
  ret i32 %c
}

define i32 @user(ptr %p) {
  %a = call i32 @one(ptr %p, i32 1)
  %b = call i32 @two(ptr %p, i32 1)
  %c = add i32 %a, %b
  ret i32 %c
}

!0 = !{i32 0, i32 9}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3}
!3 = !{!"root"}
