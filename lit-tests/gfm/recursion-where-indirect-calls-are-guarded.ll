; A function that calls itself calls its new body: that call stays direct, so that guards of indirect ones (here
; `-fcf-protection=branch`) do not matter. Calls of others stay where they are.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: tail call i32 @a.gfm(i32 %x, i32 77)
; CHECK: tail call i32 @a.gfm(i32 %x, i32 78)
; CHECK: define internal i32 @a.gfm(i32 %x, i32 %0)
; CHECK: %s = call i32 @a.gfm(i32 %r, i32 %0)

target triple = "x86_64-unknown-linux-gnu"
declare i32 @e(i32)
!llvm.module.flags = !{!0}
!0 = !{i32 8, !"cf-protection-branch", i32 1}

define i32 @a(i32 %x) {
  %r = call i32 @e(i32 %x)
  %c = icmp eq i32 %r, 7
  br i1 %c, label %end, label %more
end:
  ret i32 1
more:
  %s = call i32 @a(i32 %r)
  %q = call i32 @e(i32 %s)
  %y = mul i32 %q, 77
  ret i32 %y
}

define i32 @b(i32 %x) {
  %r = call i32 @e(i32 %x)
  %c = icmp eq i32 %r, 7
  br i1 %c, label %end, label %more
end:
  ret i32 1
more:
  %s = call i32 @b(i32 %r)
  %q = call i32 @e(i32 %s)
  %y = mul i32 %q, 78
  ret i32 %y
}
