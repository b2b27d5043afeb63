; Only the declarations say that the calls are convergent: where they become indirect, LLVM sinks them into a branch.
; RUN: %opt -passes='gfm<force;verify>,verify,function(sink)' -S %s | %FileCheck %s
; CHECK-LABEL: define i32 @a(
; CHECK-NEXT: %v = call i32 @vote(i32 %x)
; CHECK-NEXT: br i1 %c
; CHECK-LABEL: define i32 @b(
; CHECK-NEXT: %v = call i32 @ballot(i32 %x)
; CHECK-NEXT: br i1 %c

target triple = "x86_64-unknown-linux-gnu"
declare i32 @vote(i32) convergent nounwind willreturn memory(none)
declare i32 @ballot(i32) convergent nounwind willreturn memory(none)

define i32 @a(i32 %x, i1 %c) convergent {
  %v = call i32 @vote(i32 %x) nounwind willreturn memory(none)
  br i1 %c, label %yes, label %no
yes:
  %z = xor i32 %v, 12345
  %w = udiv i32 %z, 7
  ret i32 %w
no:
  ret i32 0
}

define i32 @b(i32 %x, i1 %c) convergent {
  %v = call i32 @ballot(i32 %x) nounwind willreturn memory(none)
  br i1 %c, label %yes, label %no
yes:
  %z = xor i32 %v, 12345
  %w = udiv i32 %z, 7
  ret i32 %w
no:
  ret i32 0
}
