; Full LTO makes inline functions internal and leaves them in their comdats. Nobody else can have a copy of
; such a group, so code outside of it may name its symbols: else little of C++ would be merged in LTO.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s

$helper = comdat any

; CHECK-LABEL: define internal i32 @left.fmerge(
; CHECK: call i32 @helper(
define i32 @left(i32 %x) minsize {
  %a = call i32 @helper(i32 %x)
  %b = mul i32 %a, 3
  %r = xor i32 %b, 85
  ret i32 %r
}

define i32 @right(i32 %x) minsize {
  %a = call i32 @helper(i32 %x)
  %b = mul i32 %a, 5
  %r = xor i32 %b, 85
  ret i32 %r
}

define internal i32 @helper(i32 %x) noinline optnone comdat {
  ret i32 %x
}
