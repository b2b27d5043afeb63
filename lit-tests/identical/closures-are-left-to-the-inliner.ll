; A function that is called once is inlined, one that does the work of two is not. Where its caller passes it an alloca with a
; pointer of its own, as of a closure in Rust, the whole caller would execute more: LLVM would load anew behind each call what
; it had in registers.
; RUN: %opt -passes='identical<before-inlining;verify;report=%t.json>' -S %s | %FileCheck %s
; RUN: %FileCheck --check-prefix=REASON %s < %t.json
; RUN: %opt -passes='identical<verify;report=%t.late.json>' -S %s | %FileCheck --check-prefix=LATE %s
; REASON: "to-be-inlined":2

target triple = "x86_64-unknown-linux-gnu"

declare void @other()

; CHECK-LABEL: define i64 @first(
; CHECK: call i64 @sum.1(
; LATE-LABEL: define i64 @first(
; LATE: call i64 @sum.1(
define i64 @first(ptr noalias %own) minsize {
  %slot = alloca [2 x ptr]
  %field = getelementptr i8, ptr %slot, i64 8
  store ptr %own, ptr %field
  %sum = call i64 @sum.1(ptr %slot)
  call void @other()
  %again = load i64, ptr %own
  %both = add i64 %sum, %again
  ret i64 %both
}

; CHECK-LABEL: define i64 @second(
; CHECK: call i64 @sum.2(
; LATE-LABEL: define i64 @second(
; LATE: call i64 @sum.1(
define i64 @second(ptr noalias %own) minsize {
  %slot = alloca [2 x ptr]
  %field = getelementptr i8, ptr %slot, i64 8
  store ptr %own, ptr %field
  %sum = call i64 @sum.2(ptr %slot)
  call void @other()
  ret i64 %sum
}

; Of those that take no time, that does not count; nor where others may have the pointer, or it is not lent.
; CHECK-LABEL: define i64 @cold(
; CHECK: call i64 @[[ONE:sum.[0-9]+]](
define i64 @cold(ptr noalias %own) minsize cold {
  %slot = alloca [2 x ptr]
  %field = getelementptr i8, ptr %slot, i64 8
  store ptr %own, ptr %field
  %sum = call i64 @sum.3(ptr %slot)
  ret i64 %sum
}

; CHECK-LABEL: define i64 @shared(
; CHECK: call i64 @[[ONE]](
define i64 @shared(ptr %common) minsize {
  %slot = alloca [2 x ptr]
  %field = getelementptr i8, ptr %slot, i64 8
  store ptr %common, ptr %field
  %sum = call i64 @sum.4(ptr %slot)
  %more = add i64 %sum, 1
  ret i64 %more
}

; CHECK-LABEL: define i64 @handed.on(
; CHECK: call i64 @[[ONE]](
define i64 @handed.on(ptr noalias %own) minsize {
  %sum = call i64 @sum.5(ptr %own)
  ret i64 %sum
}

; CHECK-LABEL: define i64 @twice(
; CHECK: call i64 @[[ONE]](
; CHECK: call i64 @[[ONE]](
define i64 @twice(ptr noalias %own) minsize {
  %slot = alloca [2 x ptr]
  %field = getelementptr i8, ptr %slot, i64 8
  store ptr %own, ptr %field
  %one = call i64 @sum.6(ptr %slot)
  %two = call i64 @sum.6(ptr %slot)
  %sum = add i64 %one, %two
  ret i64 %sum
}

define internal i64 @sum.1(ptr %closure) minsize {
  %field = getelementptr i8, ptr %closure, i64 8
  %of = load ptr, ptr %field
  %count = load i64, ptr %of
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i64 [ 0, %0 ], [ %more, %loop ]
  %place = getelementptr i64, ptr %of, i64 %i
  %value = load i64, ptr %place
  %square = mul i64 %value, %value
  %mixed = xor i64 %square, %i
  %more = add i64 %sum, %mixed
  %next = add i64 %i, 1
  %done = icmp uge i64 %next, %count
  br i1 %done, label %end, label %loop
end:
  ret i64 %more
}

define internal i64 @sum.2(ptr %closure) minsize {
  %field = getelementptr i8, ptr %closure, i64 8
  %of = load ptr, ptr %field
  %count = load i64, ptr %of
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i64 [ 0, %0 ], [ %more, %loop ]
  %place = getelementptr i64, ptr %of, i64 %i
  %value = load i64, ptr %place
  %square = mul i64 %value, %value
  %mixed = xor i64 %square, %i
  %more = add i64 %sum, %mixed
  %next = add i64 %i, 1
  %done = icmp uge i64 %next, %count
  br i1 %done, label %end, label %loop
end:
  ret i64 %more
}

define internal i64 @sum.3(ptr %closure) minsize {
  %field = getelementptr i8, ptr %closure, i64 8
  %of = load ptr, ptr %field
  %count = load i64, ptr %of
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i64 [ 0, %0 ], [ %more, %loop ]
  %place = getelementptr i64, ptr %of, i64 %i
  %value = load i64, ptr %place
  %square = mul i64 %value, %value
  %mixed = xor i64 %square, %i
  %more = add i64 %sum, %mixed
  %next = add i64 %i, 1
  %done = icmp uge i64 %next, %count
  br i1 %done, label %end, label %loop
end:
  ret i64 %more
}

define internal i64 @sum.4(ptr %closure) minsize {
  %field = getelementptr i8, ptr %closure, i64 8
  %of = load ptr, ptr %field
  %count = load i64, ptr %of
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i64 [ 0, %0 ], [ %more, %loop ]
  %place = getelementptr i64, ptr %of, i64 %i
  %value = load i64, ptr %place
  %square = mul i64 %value, %value
  %mixed = xor i64 %square, %i
  %more = add i64 %sum, %mixed
  %next = add i64 %i, 1
  %done = icmp uge i64 %next, %count
  br i1 %done, label %end, label %loop
end:
  ret i64 %more
}

define internal i64 @sum.5(ptr %closure) minsize {
  %field = getelementptr i8, ptr %closure, i64 8
  %of = load ptr, ptr %field
  %count = load i64, ptr %of
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i64 [ 0, %0 ], [ %more, %loop ]
  %place = getelementptr i64, ptr %of, i64 %i
  %value = load i64, ptr %place
  %square = mul i64 %value, %value
  %mixed = xor i64 %square, %i
  %more = add i64 %sum, %mixed
  %next = add i64 %i, 1
  %done = icmp uge i64 %next, %count
  br i1 %done, label %end, label %loop
end:
  ret i64 %more
}

define internal i64 @sum.6(ptr %closure) minsize {
  %field = getelementptr i8, ptr %closure, i64 8
  %of = load ptr, ptr %field
  %count = load i64, ptr %of
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i64 [ 0, %0 ], [ %more, %loop ]
  %place = getelementptr i64, ptr %of, i64 %i
  %value = load i64, ptr %place
  %square = mul i64 %value, %value
  %mixed = xor i64 %square, %i
  %more = add i64 %sum, %mixed
  %next = add i64 %i, 1
  %done = icmp uge i64 %next, %count
  br i1 %done, label %end, label %loop
end:
  ret i64 %more
}

