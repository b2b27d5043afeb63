; What metadata of a kind means that is not known may be anything: where both have it, the shared body has it, also
; when the node is distinct and something else about the two has to be weakened.
; RUN: %opt -passes='identical<verify>' -S %s | %FileCheck %s
; CHECK: define internal i32 @one(
; CHECK-NEXT: call i32 @e(i32 %x), !must.keep ![[NODE:[0-9]+]]
; CHECK-NEXT: mul i32 %r, 77
; CHECK-NOT: @two
; CHECK: ![[NODE]] = distinct !{!"x"}
declare i32 @e(i32)

define internal i32 @one(i32 %x) {
  %r = call i32 @e(i32 %x), !must.keep !0
  %y = mul nsw i32 %r, 77
  %s = call i32 @e(i32 %y)
  ret i32 %s
}

define internal i32 @two(i32 %x) {
  %r = call i32 @e(i32 %x), !must.keep !0
  %y = mul i32 %r, 77
  %s = call i32 @e(i32 %y)
  ret i32 %s
}

define i32 @user() {
  %p = call i32 @one(i32 1)
  %q = call i32 @two(i32 1)
  ret i32 %p
}
!0 = distinct !{!"x"}
