; A function that a global is `!associated` with went, and LLVM's verifier rejected the module: of the passes that ask
; whether a function may go, this one did not ask that. Nor does a function go whose calls pass arguments otherwise than
; it takes them, or carry bundles.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s && %fmerge combine %t.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=icf;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=comdat;verify>,verify' -S %s | %FileCheck %s --check-prefix=ANY
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;verify>,verify' -S %s | %FileCheck %s --check-prefix=ANY
; ANY: @meta = internal global i32 1, section "meta", !associated [[OF:![0-9]+]]
; ANY: [[OF]] = !{ptr @one}
; CHECK: define internal i32 @one(i32 %x)
; CHECK-NEXT: tail call i32 @one.Tgm(i32 %x, i32 77)
; CHECK-NOT: define internal i32 @two(
; CHECK: define internal i32 @other_abi(i32 %x)
; CHECK-NEXT: tail call i32 @other_abi.Tgm(
; CHECK: define internal i32 @bundled(i32 %x)
; CHECK-NEXT: tail call i32 @bundled.Tgm(
target triple = "x86_64-unknown-linux-gnu"
@meta = internal global i32 1, section "meta", !associated !0
@llvm.compiler.used = appending global [1 x ptr] [ptr @meta]
declare i32 @e(i32)
define internal i32 @one(i32 %x) {
  %r = call i32 @e(i32 %x)
  %y = mul i32 %r, 77
  %s = call i32 @e(i32 %y)
  %z = add i32 %s, 5
  ret i32 %z
}
define internal i32 @two(i32 %x) {
  %r = call i32 @e(i32 %x)
  %y = mul i32 %r, 78
  %s = call i32 @e(i32 %y)
  %z = add i32 %s, 5
  ret i32 %z
}
define internal i32 @other_abi(i32 %x) {
  %r = call i32 @e(i32 %x)
  %y = mul i32 %r, 79
  %s = call i32 @e(i32 %y)
  %z = add i32 %s, 5
  ret i32 %z
}
define internal i32 @bundled(i32 %x) {
  %r = call i32 @e(i32 %x)
  %y = mul i32 %r, 80
  %s = call i32 @e(i32 %y)
  %z = add i32 %s, 5
  ret i32 %z
}
define i32 @main() {
  %a = call i32 @one(i32 1)
  %b = call i32 @two(i32 2)
  %c = call i32 @other_abi(i32 inreg 3)
  %d = call i32 @bundled(i32 4) [ "deopt"() ]
  %e = add i32 %a, %b
  %f = add i32 %c, %d
  %g = add i32 %e, %f
  ret i32 %g
}
!0 = !{ptr @one}
