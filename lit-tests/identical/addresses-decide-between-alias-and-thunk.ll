; A visible function becomes an alias where no address matters, else a thunk; its direct calls move.
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,ALIAS
; RUN: sed 's/x86_64-unknown-linux-gnu/x86_64-pc-windows-msvc/' %s | %opt -passes='identical<speed=ignore;verify>,verify' -S | %FileCheck %s --check-prefixes=CHECK,THUNK
; ALIAS: @alike = hidden unnamed_addr alias i32 (i32), ptr @one
; CHECK: define i32 @one(i32 %x) unnamed_addr
; CHECK: define i32 @matters(i32 %x)
; CHECK-NEXT: %1 = tail call i32 @one(i32 %x)
; CHECK-NEXT: ret i32 %1
; THUNK: define hidden i32 @alike(i32 %x) unnamed_addr
; THUNK-NEXT: tail call i32 @one(i32 %x)
; CHECK: define i32 @user(
; CHECK-NEXT: call i32 @one(i32 %x)
; CHECK-NEXT: call i32 @one(i32 7)
; CHECK-NEXT: store ptr @matters, ptr %p
; CHECK-NEXT: store ptr @one, ptr %p
target triple = "x86_64-unknown-linux-gnu"

define i32 @one(i32 %x) unnamed_addr {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @matters(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define hidden i32 @alike(i32 %x) unnamed_addr {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @user(i32 %x, ptr %p) {
  %a = call i32 @matters(i32 %x)
  %b = call i32 @alike(i32 7)
  store ptr @matters, ptr %p
  store ptr @alike, ptr %p
  %c = add i32 %a, %b
  ret i32 %c
}
