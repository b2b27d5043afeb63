; Three loops become one along rows by hand: φs, operands that differ, code that one or two of them have, parameters of
; other types and numbers. The program does what it did.
; RUN: split-file %s %t
; RUN: %llvm_tools/lli %t/module.ll > %t.plain
; RUN: %opt -passes='f3m<by-hand=%t/families.json;verify>,verify' -S %t/module.ll -o %t.ll
; RUN: %FileCheck %s < %t.ll
; RUN: %llvm_tools/lli %t.ll | diff %t.plain -

; CHECK-NOT: define {{.*}}@{{(sum|product|mixture)}}(
; CHECK: define {{.*}}i32 @sum.fmerge({{.*}}i32 noundef %[[ID:[a-z.]+]])
; CHECK: switch i32 %[[ID]]
; CHECK: icmp eq i32 %[[ID]], 1
; CHECK-NOT: define {{.*}}@{{(sum|product|mixture)}}(

;--- families.json
[{"members": ["sum", "product", "mixture"],
  "rows": [{"blocks": [0, 0, 0]},
           {"blocks": [1, 1, 2], "matches": [[0, 0, null], [1, 1, 1], [2, null, 2], [3, 3, 3], [4, 4, 4]]},
           {"blocks": [2, 2, 3]}]}]

;--- module.ll
target triple = "x86_64-unknown-linux-gnu"
@text = private constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @sum(i32 %n, i32 %start) minsize {
entry:
  %first = xor i32 %start, 17
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %all = phi i32 [ %first, %entry ], [ %more, %loop ]
  %scaled = mul i32 %i, 3
  %more = add i32 %all, %scaled
  %next = add i32 %i, 1
  %done = icmp sge i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %last = mul i32 %more, 5
  ret i32 %last
}

define internal i32 @product(i64 %start, i32 %n) minsize {
entry:
  %first = trunc i64 %start to i32
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %next, %loop ]
  %all = phi i32 [ %first, %entry ], [ %more, %loop ]
  %scaled = mul i32 %i, 7
  %more = add i32 %scaled, %all
  %next = add i32 %i, 2
  %done = icmp sge i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %last = mul i32 %more, 9
  ret i32 %last
}

define internal i32 @mixture(ptr %p, i32 %n, i32 %k) minsize {
entry:
  %first = load i32, ptr %p
  br label %before
before:
  %sign = icmp slt i32 %k, 0
  br i1 %sign, label %exit, label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %all = phi i32 [ %k, %before ], [ %more, %loop ]
  %turned = shl i32 %all, 1
  %more = add i32 %turned, %first
  %next = add i32 %i, 1
  %done = icmp sge i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %end = phi i32 [ -1, %before ], [ %more, %loop ]
  %last = mul i32 %end, 5
  ret i32 %last
}

define i32 @main() {
  %slot = alloca i32
  store i32 11, ptr %slot
  %a = call i32 @sum(i32 6, i32 40)
  call i32 (ptr, ...) @printf(ptr @text, i32 %a)
  %b = call i32 @product(i64 4294967303, i32 12)
  call i32 (ptr, ...) @printf(ptr @text, i32 %b)
  %c = call i32 @mixture(ptr %slot, i32 5, i32 3)
  call i32 (ptr, ...) @printf(ptr @text, i32 %c)
  %d = call i32 @mixture(ptr %slot, i32 5, i32 -3)
  call i32 (ptr, ...) @printf(ptr @text, i32 %d)
  ret i32 0
}
