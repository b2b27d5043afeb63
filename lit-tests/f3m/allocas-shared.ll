; Stack slots are shared by the two sides, with the larger size and the greater alignment, whatever their types; all
; stand in the entry block.
; A slot that one side alone has keeps its lifetime markers. A shared slot whose markers only one side has loses them:
; for the other side it would be dead.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; CHECK-DAG: alloca i32, align 16
; CHECK-DAG: alloca [2 x i64]
; CHECK-DAG: [[OWN:%[a-z0-9]+]] = alloca i64
; CHECK-NOT: alloca
; CHECK: call void @llvm.lifetime.start.p0({{(i64 [0-9]+, )?}}ptr [[OWN]])
; CHECK-NOT: @llvm.lifetime
; CHECK: call void @llvm.lifetime.end.p0({{(i64 [0-9]+, )?}}ptr [[OWN]])
; CHECK-NOT: @llvm.lifetime
; CHECK: ret
@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define internal i32 @left(i32 %x) {
  %w = alloca [3 x i32]
  %s = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %s)
  store volatile i32 %x, ptr %s
  %a = load volatile i32, ptr %s
  %b = mul i32 %a, 3
  call void @llvm.lifetime.end.p0(i64 4, ptr %s)
  store volatile i32 %b, ptr %w
  %c = load volatile i32, ptr %w
  ret i32 %c
}

define internal i32 @right(i32 %x) {
  %s = alloca i32, align 16
  %w = alloca [2 x i64]
  %own = alloca i64
  call void @llvm.lifetime.start.p0(i64 8, ptr %own)
  store volatile i64 9, ptr %own
  call void @llvm.lifetime.end.p0(i64 8, ptr %own)
  store volatile i32 %x, ptr %s
  %a = load volatile i32, ptr %s
  %b = mul i32 %a, 5
  store volatile i32 %b, ptr %w
  %c = load volatile i32, ptr %w
  ret i32 %c
}

define i32 @main() {
  %a = call i32 @left(i32 7)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(i32 7)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  ret i32 0
}
