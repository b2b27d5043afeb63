; Another definition may take the place of a weak or preemptible one: callers keep calling the symbol. So do
; callers of any function that others can see; what they call is a thunk.
; RUN: %opt -passes='f3m<force;verify;only=^weak1$|^weak2$>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify;only=^odr1$|^odr2$>,verify' -S %s | %FileCheck %s --check-prefix=ODR
; RUN: %opt -passes='f3m<force;verify;only=^ext1$|^ext2$>,verify' -S %s | %FileCheck %s --check-prefix=EXT
; CHECK: @weak1.fmerge(ptr %p, i1 false)
; CHECK: %a = call i32 @weak1(ptr %p)
; CHECK: %b = call i32 @weak2(ptr %p)
; ODR: @odr1.fmerge(ptr %p, i1 false)
; ODR: %c = call i32 @odr1(ptr %p)
; ODR: %d = call i32 @odr2(ptr %p)
; EXT: @ext1.fmerge(ptr %p, i1 false)
; EXT: %e = call i32 @ext1(ptr %p)
; EXT: %f = call i32 @ext2(ptr %p)

define weak i32 @weak1(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define linkonce i32 @weak2(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define weak_odr i32 @odr1(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define linkonce_odr i32 @odr2(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @ext1(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @ext2(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define void @user(ptr %p) noinline optnone {
  %a = call i32 @weak1(ptr %p)
  %b = call i32 @weak2(ptr %p)
  %c = call i32 @odr1(ptr %p)
  %d = call i32 @odr2(ptr %p)
  %e = call i32 @ext1(ptr %p)
  %f = call i32 @ext2(ptr %p)
  ret void
}
