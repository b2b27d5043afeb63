; A global that says it belongs to a function keeps it: the function stays as a thunk.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='@right('
; CHECK: @section = internal global i32 0, section "other", !associated ![[OF:[0-9]+]]
; CHECK: define internal i32 @left(
; CHECK-NEXT: tail call i32 @right.fmerge(
; CHECK: ![[OF]] = !{ptr @left}

@section = internal global i32 0, section "other", !associated !0

define internal i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}

define internal i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}

define i32 @use(ptr %p) {
  %a = call i32 @left(ptr %p)
  %b = call i32 @right(ptr %p)
  %c = add i32 %a, %b
  ret i32 %c
}

!0 = !{ptr @left}
