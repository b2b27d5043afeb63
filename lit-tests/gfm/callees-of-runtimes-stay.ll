; Passes and back ends look for direct calls of what belongs to a language's runtime, a sanitizer or a tracer. Only a
; function that is not defined here counts: anybody may call a function `__f`.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/^declare i32 \(@__.*\)$/define i32 \1 { ret i32 0 }/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s --check-prefix=OWN
; RUN: sed 's/@__start/@objc_start/;s/@__stop/@objc_stop/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/@__start/@setjmp/;s/@__stop/@longjmp/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s
; CHECK-NOT: .gfm
; OWN: call i32 @one.gfm(i32 %x, ptr %p, ptr @__start)

target triple = "x86_64-unknown-linux-gnu"
declare i32 @__start(i32)
declare i32 @__stop(i32)

define i32 @one(i32 %x, ptr %p) {
  %a = call i32 @__start(i32 %x)
  store i32 %a, ptr %p
  %b = add i32 %a, 7
  ret i32 %b
}

define i32 @two(i32 %x, ptr %p) {
  %a = call i32 @__stop(i32 %x)
  store i32 %a, ptr %p
  %b = add i32 %a, 7
  ret i32 %b
}
