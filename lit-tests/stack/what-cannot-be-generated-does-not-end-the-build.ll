; Code generation is asked for the frames of functions that call themselves. What it complains of, or has no instruction for
; unless it is told features beside the module, is the business of the real one: here it must not end the program.
;
; RUN: %opt -S %s -passes='f3m<force;verify;only=^asm_>' 2>&1 | %FileCheck %s
; RUN: %opt -S %s -passes='f3m<force;verify;only=^vector_>' 2>&1 | %FileCheck %s
; CHECK-NOT: error:
; CHECK: define {{.*}}.fmerge(

target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
target triple = "riscv64-unknown-linux-gnu"

@p = global i64 0

define i64 @asm_a(i64 %n) {
  store volatile i64 1, ptr @p
  %c = icmp eq i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 11, ptr @p
  store volatile i64 12, ptr @p
  store volatile i64 13, ptr @p
  store volatile i64 14, ptr @p
  store volatile i64 15, ptr @p
  call void asm sideeffect "fadd.d fa0, fa1, fa2\0A vadd.vv v1,v2,v3\0A .option arch, +zbb\0A bogus x", ""()
  %m = sub i64 %n, 1
  %r = call i64 @asm_a(i64 %m)
  store volatile i64 %r, ptr @p
  ret i64 %r
end:
  ret i64 0
}
define i64 @asm_b(i64 %n) {
  store volatile i64 2, ptr @p
  %c = icmp eq i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 11, ptr @p
  store volatile i64 12, ptr @p
  store volatile i64 13, ptr @p
  store volatile i64 14, ptr @p
  store volatile i64 15, ptr @p
  call void asm sideeffect "fadd.d fa0, fa1, fa2\0A vadd.vv v1,v2,v3\0A .option arch, +zbb\0A bogus x", ""()
  %m = sub i64 %n, 1
  %r = call i64 @asm_b(i64 %m)
  store volatile i64 %r, ptr @p
  ret i64 %r
end:
  ret i64 3
}

define i64 @vector_a(i64 %n) {
  store volatile i64 1, ptr @p
  %c = icmp eq i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 11, ptr @p
  store volatile i64 12, ptr @p
  store volatile i64 13, ptr @p
  store volatile i64 14, ptr @p
  store volatile i64 15, ptr @p
  %q = call <vscale x 1 x i64> @llvm.riscv.vadd.nxv1i64.nxv1i64(<vscale x 1 x i64> poison, <vscale x 1 x i64> poison, <vscale x 1 x i64> poison, i64 %n)
  %m = sub i64 %n, 1
  %r = call i64 @vector_a(i64 %m)
  store volatile i64 %r, ptr @p
  ret i64 %r
end:
  ret i64 0
}
define i64 @vector_b(i64 %n) {
  store volatile i64 2, ptr @p
  %c = icmp eq i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 11, ptr @p
  store volatile i64 12, ptr @p
  store volatile i64 13, ptr @p
  store volatile i64 14, ptr @p
  store volatile i64 15, ptr @p
  %q = call <vscale x 1 x i64> @llvm.riscv.vadd.nxv1i64.nxv1i64(<vscale x 1 x i64> poison, <vscale x 1 x i64> poison, <vscale x 1 x i64> poison, i64 %n)
  %m = sub i64 %n, 1
  %r = call i64 @vector_b(i64 %m)
  store volatile i64 %r, ptr @p
  ret i64 %r
end:
  ret i64 3
}
declare <vscale x 1 x i64> @llvm.riscv.vadd.nxv1i64.nxv1i64(<vscale x 1 x i64>, <vscale x 1 x i64>, <vscale x 1 x i64>, i64)
