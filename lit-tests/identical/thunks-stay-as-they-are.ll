; Equal functions that became thunks are equal again, and each run made thunks of thunks of them.
; RUN: %opt -passes='identical<speed=ignore;verify>,identical<speed=ignore;verify;report=%t.json>' -S %s | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=SECOND < %t.json
; SECOND: "merges":0

; CHECK: define i32 @first(i32 %x)
; CHECK: define i32 @second(i32 %x)
; CHECK-NEXT: call i32 @first(
; CHECK: define i32 @third(i32 %x)
; CHECK-NEXT: call i32 @first(

declare i32 @use(i32)

define i32 @first(i32 %x) {
  %a = mul i32 %x, 7
  %b = call i32 @use(i32 %a)
  %c = call i32 @use(i32 %b)
  %d = xor i32 %c, %a
  ret i32 %d
}

define i32 @second(i32 %x) {
  %a = mul i32 %x, 7
  %b = call i32 @use(i32 %a)
  %c = call i32 @use(i32 %b)
  %d = xor i32 %c, %a
  ret i32 %d
}

define i32 @third(i32 %x) {
  %a = mul i32 %x, 7
  %b = call i32 @use(i32 %a)
  %c = call i32 @use(i32 %b)
  %d = xor i32 %c, %a
  ret i32 %d
}
