; With several candidates for each of many similar functions, those merged meanwhile are gone, and may not be
; used again. (Published mergers used a freed function.)
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;explore=5;only=^f>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; RUN: %opt -passes='f3m<force;verify;explore=1000;only=^f>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; RUN: %opt -passes='f3m<force;verify;explore=5;thunks=keep;only=^f>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; RUN: %opt -passes='f3m<force;families=2;explore=5;report=-;only=^f>' -disable-output %s 2>&1 | %FileCheck %s
; CHECK: "merges":{{1[0-9]}},
; CHECK-NOT: replay-failed

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @f3(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f5(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f7(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 7
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f9(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 9
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f11(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 11
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f13(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 13
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f15(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 15
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f17(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 17
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f19(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 19
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f21(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 21
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f23(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 23
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f25(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 25
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f27(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 27
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f29(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 29
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f31(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 31
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f33(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 33
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f35(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 35
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f37(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 37
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f39(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 39
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f41(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 41
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @main() {
  %p = alloca i32
  store i32 1, ptr %p
  %r3 = call i32 @f3(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r3)
  %r5 = call i32 @f5(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r5)
  %r7 = call i32 @f7(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r7)
  %r9 = call i32 @f9(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r9)
  %r11 = call i32 @f11(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r11)
  %r13 = call i32 @f13(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r13)
  %r15 = call i32 @f15(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r15)
  %r17 = call i32 @f17(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r17)
  %r19 = call i32 @f19(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r19)
  %r21 = call i32 @f21(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r21)
  %r23 = call i32 @f23(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r23)
  %r25 = call i32 @f25(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r25)
  %r27 = call i32 @f27(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r27)
  %r29 = call i32 @f29(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r29)
  %r31 = call i32 @f31(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r31)
  %r33 = call i32 @f33(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r33)
  %r35 = call i32 @f35(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r35)
  %r37 = call i32 @f37(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r37)
  %r39 = call i32 @f39(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r39)
  %r41 = call i32 @f41(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r41)
  ret i32 0
}
