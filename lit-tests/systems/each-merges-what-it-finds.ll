; Each system of the papers merges two functions that differ in a constant; what runs afterwards does what it did before.
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<system=static;verify;report=-;only=^f>,verify' %s -o %t.bc 2>&1 | %FileCheck %s
; RUN: lli %t.bc | diff %t.plain -
; RUN: %opt -passes='f3m<system=adaptive;verify;report=-;only=^f>,verify' %s -o %t.bc 2>&1 | %FileCheck %s
; RUN: lli %t.bc | diff %t.plain -
; RUN: %opt -passes='f3m<system=hyfm;verify;report=-;only=^f>,verify' %s -o %t.bc 2>&1 | %FileCheck %s
; RUN: lli %t.bc | diff %t.plain -
; RUN: %opt -passes='f3m<system=salssa;verify;report=-;only=^f>,verify' %s -o %t.bc 2>&1 | %FileCheck %s
; RUN: lli %t.bc | diff %t.plain -
; RUN: %opt -passes='f3m<system=fmsa;verify;report=-;only=^f>,verify' %s -o %t.bc 2>&1 | %FileCheck %s
; RUN: lli %t.bc | diff %t.plain -
; A system is an option of f3m too, and what is given beside it counts.
; RUN: %opt -passes='f3m<system=hyfm;verify;report=-;only=^f>,verify' -disable-output %s 2>&1 | %FileCheck %s
; RUN: %opt -passes='f3m<system=hyfm;min-gain=1000;report=-;only=^f>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=NONE
; CHECK: "merges":1,
; NONE: "merges":0,

; Whatever is legal, merged by each, does what it did.
; RUN: %opt -passes='f3m<system=static;force;verify;only=^[fg]>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; RUN: %opt -passes='f3m<system=salssa;force;verify;only=^[fg]>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; RUN: %opt -passes='f3m<system=fmsa;force;verify;only=^[fg]>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @f3(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  store i32 %b, ptr %p
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  %c = xor i32 %b, 85
  call i32 (ptr, ...) @printf(ptr @format, i32 %c)
  %d = lshr i32 %c, 2
  call i32 (ptr, ...) @printf(ptr @format, i32 %d)
  store i32 %d, ptr %p
  %e = sub i32 %d, %a
  call i32 (ptr, ...) @printf(ptr @format, i32 %e)
  ret i32 %e
}

define internal i32 @f5(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  store i32 %b, ptr %p
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  %c = xor i32 %b, 85
  call i32 (ptr, ...) @printf(ptr @format, i32 %c)
  %d = lshr i32 %c, 2
  call i32 (ptr, ...) @printf(ptr @format, i32 %d)
  store i32 %d, ptr %p
  %e = sub i32 %d, %a
  call i32 (ptr, ...) @printf(ptr @format, i32 %e)
  ret i32 %e
}

define internal i32 @g(ptr %p) {
entry:
  %a = load i32, ptr %p
  %q = icmp sgt i32 %a, 7
  br i1 %q, label %big, label %small
big:
  %b = sub i32 %a, 7
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  br label %end
small:
  %c = xor i32 %a, 85
  br label %end
end:
  %d = phi i32 [ %b, %big ], [ %c, %small ]
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @main() {
  %p = alloca i32
  store i32 2, ptr %p
  %r3 = call i32 @f3(ptr %p)
  %g3 = call i32 @g(ptr %p)
  %r5 = call i32 @f5(ptr %p)
  %g5 = call i32 @g(ptr %p)
  %s = add i32 %g3, %g5
  %t = add i32 %r3, %r5
  call i32 (ptr, ...) @printf(ptr @format, i32 %s)
  call i32 (ptr, ...) @printf(ptr @format, i32 %t)
  ret i32 0
}
