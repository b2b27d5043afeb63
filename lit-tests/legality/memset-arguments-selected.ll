; The value of a memset is an ordinary operand: one call, with a select. A constant length stays constant,
; because a variable one makes a library call of what would be a few stores: two calls.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void @llvm.memset'
; RUN: sed 's/i8 7, i64 8,/i8 7, i64 9,/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=LENGTHS
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: call void @llvm.memset
; LENGTHS: define internal {{.*}} @left.fmerge(
; LENGTHS-DAG: call void @llvm.memset{{.*}} i8 0, i64 8,
; LENGTHS-DAG: call void @llvm.memset{{.*}} i8 7, i64 9,

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 7, i64 8, i1 false)
  ret i32 %c
}
