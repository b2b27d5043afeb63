; A function whose slots and copies for a call take all that it may have without a warning (`-Wframe-larger-than`) calls
; whom it called: whether it calls three functions once or one function three times decides how many registers it saves, and
; so does another argument. Thumb-2 keeps the address of what is called three times in a register.
; RUN: %opt -passes='fmerge<icf=all;force;verify>' -S %s | %FileCheck %s
; RUN: %opt -passes='identical<icf=all;verify>' -S %s | %FileCheck %s --check-prefix=EQUAL
; EQUAL-LABEL: define void @full(
; EQUAL: call void @one(
; EQUAL: call void @two(
; EQUAL-LABEL: define void @roomy(
; EQUAL: call void @one(
; EQUAL: call void @one(
; CHECK-LABEL: define void @full(
; CHECK: call void @one(
; CHECK: call void @two(
; CHECK: call i64 @add(
; CHECK: call i64 @subtract(
; COPIES-LABEL: define void @full(
; COPIES: call void @one(
; COPIES: call void @two(
; RUN: sed 's/1000 x i8/700 x i8/; s/call void @use(ptr \(.s\))/call void @copied(ptr byval([300 x i8]) \1)/' %s \
; RUN:   | %opt -passes='identical<icf=all;verify>' -S | %FileCheck %s --check-prefix=COPIES
; Where so little is allowed that registers which are saved take all of it, no slot is needed for that.
; RUN: sed 's/1000 x i8/4 x i8/; s/="1024"/="88"/' %s | %opt -passes='identical<icf=all;verify>' -S | %FileCheck %s --check-prefix=COPIES
target triple = "thumbv7m-none-eabi"
@cell = internal global i64 0
declare void @use(ptr)
declare void @copied(ptr byval([300 x i8]))

define internal void @one(ptr %p) noinline {
  %a = load volatile i64, ptr %p
  %b = mul i64 %a, 77
  %c = xor i64 %b, 12345
  store volatile i64 %c, ptr %p
  ret void
}

define internal void @two(ptr %p) noinline {
  %a = load volatile i64, ptr %p
  %b = mul i64 %a, 77
  %c = xor i64 %b, 12345
  store volatile i64 %c, ptr %p
  ret void
}

define internal i64 @add(i64 %x, i64 %y) noinline {
  %a = mul i64 %x, 77
  %b = xor i64 %a, 12345
  store volatile i64 %b, ptr @cell
  %c = load volatile i64, ptr @cell
  %d = mul i64 %c, 1234567
  store volatile i64 %d, ptr @cell
  %e = load volatile i64, ptr @cell
  %f = add i64 %e, %y
  ret i64 %f
}

define internal i64 @subtract(i64 %x, i64 %y) noinline {
  %a = mul i64 %x, 77
  %b = xor i64 %a, 12345
  store volatile i64 %b, ptr @cell
  %c = load volatile i64, ptr @cell
  %d = mul i64 %c, 1234567
  store volatile i64 %d, ptr @cell
  %e = load volatile i64, ptr @cell
  %f = sub i64 %e, %y
  ret i64 %f
}

define void @full() "warn-stack-size"="1024" {
  %s = alloca [1000 x i8]
  call void @use(ptr %s)
  call void @one(ptr %s)
  call void @two(ptr %s)
  %a = call i64 @add(i64 1, i64 2)
  %b = call i64 @subtract(i64 1, i64 2)
  ret void
}

define void @roomy() "warn-stack-size"="1024" {
  %s = alloca [100 x i8]
  call void @use(ptr %s)
  call void @one(ptr %s)
  call void @two(ptr %s)
  %a = call i64 @add(i64 1, i64 2)
  %b = call i64 @subtract(i64 1, i64 2)
  ret void
}
