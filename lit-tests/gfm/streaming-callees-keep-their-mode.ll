; A callee that runs in streaming mode says so in its declaration: the processor is switched around each call.
; RUN: %opt -passes='gfm<force;verify>,verify' %s | %llc | %FileCheck %s
; CHECK-COUNT-2: smstart sm

target triple = "aarch64-unknown-linux-gnu"
declare void @f(i32) "aarch64_pstate_sm_enabled"
declare void @g(i32) "aarch64_pstate_sm_enabled"

define i32 @a(i32 %x) "target-features"="+sme,+sve" {
  call void @f(i32 %x)
  %y = mul i32 %x, 77
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}

define i32 @b(i32 %x) "target-features"="+sme,+sve" {
  call void @g(i32 %x)
  %y = mul i32 %x, 77
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}
