; What an attribute of a call asks for is not known to hold for a call of another function: the function stays.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/, 5/, 3/;s/call i32 @right.*/& "an-attribute-of-tomorrow"/' %s | %opt -passes='identical<force;verify>,verify' -S | %FileCheck %s --check-prefix=EQUAL
; RUN: sed 's/"an-attribute-of-tomorrow"/convergent/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck --check-prefix=GONE %s
; CHECK: define internal i32 @left
; CHECK: call i32 @left(ptr %p) #
; CHECK-NEXT: call i32 @{{[a-z]+[.][a-z]+}}(
; EQUAL: define internal i32 @right(
; EQUAL-NEXT: tail call i32 @left(ptr %p)
; EQUAL: call i32 @right(ptr %p) #
; GONE-NOT: define internal i32 @left(
; GONE: call i32 @left.fmerge({{.*}} #[[SITE:[0-9]+]]
; GONE: attributes #[[SITE]] = { convergent }

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

define i32 @caller(ptr %p) {
  %a = call i32 @left(ptr %p) "an-attribute-of-tomorrow"
  %b = call i32 @right(ptr %p)
  %c = add i32 %a, %b
  ret i32 %c
}
