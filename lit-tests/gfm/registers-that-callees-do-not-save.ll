; A callee that saves no registers says so in its declaration: nothing is kept in one over the call.
; RUN: %opt -passes='gfm<force;verify>,verify' %s | %llc | %FileCheck %s
; CHECK: callq f@PLT
; CHECK-NEXT: {{.*}}Reload
; CHECK: callq g@PLT
; CHECK-NEXT: {{.*}}Reload

target triple = "x86_64-unknown-linux-gnu"
declare void @f(i32) "no_callee_saved_registers"
declare void @g(i32) "no_callee_saved_registers"

define i32 @a(i32 %x) nounwind {
  call void @f(i32 %x)
  %y = mul i32 %x, 77
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}

define i32 @b(i32 %x) nounwind {
  call void @g(i32 %x)
  %y = mul i32 %x, 77
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}
