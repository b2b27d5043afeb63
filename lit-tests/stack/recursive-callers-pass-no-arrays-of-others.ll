; An array is one parameter and takes many registers: those that are left go by the stack. What a call passes there lies in the frame of
; its caller, which may call itself: 56 bytes more at each level. A caller that cannot has room for it.
;
; RUN: %opt -S %s -passes='f3m<force;verify;only=^one_;report=->' -disable-output 2>&1 | %FileCheck %s
; CHECK: "merges":0,
; CHECK: "arguments-on-stack":1
; RUN: sed 's/%r = call i32 %f(/%r = call i32 @other(/' %s | %opt -S -passes='f3m<force;verify;only=^one_;report=->' -disable-output 2>&1 | %FileCheck --check-prefix=ONCE %s
; ONCE: "merges":1,

target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "thumbv7-unknown-linux-gnueabihf"

@p = global [64 x i32] zeroinitializer
@next = internal global ptr @deep

declare i32 @other(i32) nocallback

define internal i32 @one_takes([16 x i32] %many) noinline minsize {
  %a0 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 0)
  %b0 = xor i32 %a0, 3
  store volatile i32 %b0, ptr getelementptr (i8, ptr @p, i32 80)
  %a1 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 4)
  %b1 = xor i32 %a1, 4
  store volatile i32 %b1, ptr getelementptr (i8, ptr @p, i32 84)
  %a2 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 8)
  %b2 = xor i32 %a2, 5
  store volatile i32 %b2, ptr getelementptr (i8, ptr @p, i32 88)
  %a3 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 12)
  %b3 = xor i32 %a3, 6
  store volatile i32 %b3, ptr getelementptr (i8, ptr @p, i32 92)
  %a4 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 16)
  %b4 = xor i32 %a4, 7
  store volatile i32 %b4, ptr getelementptr (i8, ptr @p, i32 96)
  %a5 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 20)
  %b5 = xor i32 %a5, 8
  store volatile i32 %b5, ptr getelementptr (i8, ptr @p, i32 100)
  %a6 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 24)
  %b6 = xor i32 %a6, 9
  store volatile i32 %b6, ptr getelementptr (i8, ptr @p, i32 104)
  %a7 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 28)
  %b7 = xor i32 %a7, 10
  store volatile i32 %b7, ptr getelementptr (i8, ptr @p, i32 108)
  %x = extractvalue [16 x i32] %many, 15
  ret i32 %x
}

define internal void @one_plain() noinline minsize {
  %a0 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 0)
  %b0 = xor i32 %a0, 3
  store volatile i32 %b0, ptr getelementptr (i8, ptr @p, i32 80)
  %a1 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 4)
  %b1 = xor i32 %a1, 4
  store volatile i32 %b1, ptr getelementptr (i8, ptr @p, i32 84)
  %a2 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 8)
  %b2 = xor i32 %a2, 5
  store volatile i32 %b2, ptr getelementptr (i8, ptr @p, i32 88)
  %a3 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 12)
  %b3 = xor i32 %a3, 6
  store volatile i32 %b3, ptr getelementptr (i8, ptr @p, i32 92)
  %a4 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 16)
  %b4 = xor i32 %a4, 7
  store volatile i32 %b4, ptr getelementptr (i8, ptr @p, i32 96)
  %a5 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 20)
  %b5 = xor i32 %a5, 8
  store volatile i32 %b5, ptr getelementptr (i8, ptr @p, i32 100)
  %a6 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 24)
  %b6 = xor i32 %a6, 9
  store volatile i32 %b6, ptr getelementptr (i8, ptr @p, i32 104)
  %a7 = load volatile i32, ptr getelementptr (i8, ptr @p, i32 28)
  %b7 = xor i32 %a7, 10
  store volatile i32 %b7, ptr getelementptr (i8, ptr @p, i32 108)
  ret void
}

define internal i32 @deep(i32 %n) noinline minsize {
  call void @one_plain()
  %m = sub i32 %n, 1
  %f = load volatile ptr, ptr @next
  %r = call i32 %f(i32 %m)
  %s = mul i32 %r, 3
  ret i32 %s
}

define i32 @main() {
  %r = call i32 @deep(i32 9)
  %x = call i32 @one_takes([16 x i32] zeroinitializer)
  %y = add i32 %r, %x
  ret i32 %y
}
