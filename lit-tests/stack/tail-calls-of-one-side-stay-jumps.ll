; One function ends in a call that is a jump, the other goes on after its call: the two calls do not become one,
; and the jump stays one.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify>,verify' %s | llc -mtriple=x86_64-unknown-linux-gnu -O2 -o - | %FileCheck %s --check-prefix=CODE
; CHECK: tail call i32 @next(
; CODE: jmp{{[a-z]*}} next
declare i32 @next(i32)

define internal i32 @jumps(i32 %x, i32 %y) {
  %a = mul i32 %x, 77
  %b = xor i32 %a, 12345
  %c = sdiv i32 %b, %y
  %d = tail call i32 @next(i32 %c)
  ret i32 %d
}

define internal i32 @comes_back(i32 %x, i32 %y) {
  %a = mul i32 %x, 77
  %b = xor i32 %a, 12345
  %c = sdiv i32 %b, %y
  %d = tail call i32 @next(i32 %c)
  %e = add i32 %d, %y
  ret i32 %e
}

define i32 @user(i32 %x) {
  %a = call i32 @jumps(i32 %x, i32 3)
  %b = call i32 @comes_back(i32 %a, i32 4)
  ret i32 %b
}
