; Constant propagation may put the address of a caller's block into a function, as with Linux' _THIS_IP_. Code generation was
; then asked for a copy of that function in a module where the caller has no blocks, and LLVM crashed.
; RUN: %opt -passes='f3m<force;verify>' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<speed=ignore;profit=exact;verify>' -S %s | %FileCheck %s
; CHECK: define {{.*}} @f.fmerge(
; CHECK: blockaddress(@labels, %{{(first|second)}})

target triple = "x86_64-unknown-linux-gnu"

declare i64 @trace(ptr)

define void @labels(ptr %p) {
  indirectbr ptr %p, [label %first, label %second]
first:
  br label %second
second:
  ret void
}

define i64 @f(i64 %x) minsize optsize {
  %a1 = mul i64 %x, 77
  %a2 = xor i64 %a1, 12345
  %a3 = shl i64 %a2, 3
  %a4 = sub i64 %a3, %x
  %a5 = xor i64 %a4, %a1
  %a6 = mul i64 %a5, 7777
  %a7 = lshr i64 %a6, 5
  %a8 = mul i64 %a7, 99991
  %a9 = xor i64 %a8, 1234567
  %r = call i64 @trace(ptr blockaddress(@labels, %first))
  %q = call i64 @trace(ptr blockaddress(@labels, %second))
  %s = xor i64 %r, %a9
  %t = add i64 %s, %q
  ret i64 %t
}

define i64 @g(i64 %x) minsize optsize {
  %a1 = mul i64 %x, 77
  %a2 = xor i64 %a1, 12345
  %a3 = shl i64 %a2, 3
  %a4 = sub i64 %a3, %x
  %a5 = xor i64 %a4, %a1
  %a6 = mul i64 %a5, 7777
  %a7 = lshr i64 %a6, 5
  %a8 = mul i64 %a7, 99991
  %a9 = xor i64 %a8, 1234567
  %r = call i64 @trace(ptr blockaddress(@labels, %second))
  %q = call i64 @trace(ptr null)
  %s = xor i64 %r, %a9
  %t = sub i64 %s, %q
  ret i64 %t
}
