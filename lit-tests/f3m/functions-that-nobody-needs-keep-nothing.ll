; A compressor is made for one level, and constant propagation drops the functions for others. If one of these were merged with
; the one that is needed, its code would stay in the program: advzip grew by 7.4 %. Nor does a function stay that only such a
; function calls. What a variable refers to may be needed.
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify;report=%t.json>' -S %s | %FileCheck %s
; RUN: %FileCheck --check-prefix=REPORT %s < %t.json
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify>,lto<Oz>' -S %s | %FileCheck --check-prefix=LEFT %s
; RUN: %opt -passes='f3m<speed=ignore;verify>' -S %s | %FileCheck --check-prefix=LATE %s

target triple = "x86_64-unknown-linux-gnu"

@table = internal global ptr @listed

declare i64 @get(ptr, i64)
declare void @keep(ptr)

; CHECK: define internal void @best(
; CHECK-NOT: @best.fmerge
; LEFT-NOT: @{{fast|helper}}
; LEFT: define internal {{.*}}@best(
; LEFT-NOT: @{{fast|helper}}
; LATE: define internal void @{{best|fast}}.fmerge(
; REPORT: "merges":1,
define void @main_one(ptr %p) minsize {
  %made = call ptr @make(ptr %p, i64 9)
  call void %made(ptr %p)
  %listed = load ptr, ptr @table
  call void %listed(ptr %p)
  call void @direct(ptr %p)
  ret void
}

define internal ptr @make(ptr %p, i64 %level) minsize noinline {
entry:
  call void @keep(ptr %p)
  %low = icmp ult i64 %level, 5
  br i1 %low, label %one, label %other

one:
  ret ptr @fast

other:
  ret ptr @best
}

define internal void @fast(ptr %p) minsize noinline {
  %a = call i64 @get(ptr %p, i64 1)
  %b = call i64 @get(ptr %p, i64 %a)
  %c = call i64 @get(ptr %p, i64 %b)
  %d = call i64 @get(ptr %p, i64 %c)
  %e = call i64 @get(ptr %p, i64 %d)
  %f = call i64 @get(ptr %p, i64 %e)
  store i64 %f, ptr %p
  call void @helper(ptr %p)
  ret void
}

define internal void @best(ptr %p) minsize noinline {
  %a = call i64 @get(ptr %p, i64 2)
  %b = call i64 @get(ptr %p, i64 %a)
  %c = call i64 @get(ptr %p, i64 %b)
  %d = call i64 @get(ptr %p, i64 %c)
  %e = call i64 @get(ptr %p, i64 %d)
  %f = call i64 @get(ptr %p, i64 %e)
  store i64 %f, ptr %p
  call void @keep(ptr %p)
  ret void
}

define internal void @helper(ptr %p) minsize noinline {
  %a = load i64, ptr %p
  %b = mul i64 %a, %a
  %c = xor i64 %b, 77
  %d = udiv i64 %c, %a
  %e = add i64 %d, %c
  %f = mul i64 %e, %e
  %g = xor i64 %f, %c
  store i64 %g, ptr %p
  ret void
}

; These two are merged: one is called, and the other's address is in a variable.
define internal void @listed(ptr %p) minsize noinline {
  %a = load i64, ptr %p
  %b = mul i64 %a, %a
  %c = xor i64 %b, 99
  %d = udiv i64 %c, %a
  %e = add i64 %d, %c
  %f = mul i64 %e, %e
  %g = xor i64 %f, %c
  store volatile i64 %g, ptr %p
  ret void
}

define internal void @direct(ptr %p) minsize noinline {
  %a = load i64, ptr %p
  %b = mul i64 %a, %a
  %c = xor i64 %b, 88
  %d = udiv i64 %c, %a
  %e = add i64 %d, %c
  %f = mul i64 %e, %e
  %g = xor i64 %f, %c
  store volatile i64 %g, ptr %p
  ret void
}
