; Code generation marks the symbols of these functions (`STO_AARCH64_VARIANT_PCS`, `STO_RISCV_VARIANT_CC`), so that lazy binding
; keeps the registers that pass their arguments. It does not mark aliases.
; RUN: split-file %s %t
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -S %t/scalable.ll | %FileCheck %s
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -S %t/convention.ll | %FileCheck %s
; RUN: sed 's/<vscale x 4 x i32>/<4 x i32>/; s/riscv64/aarch64/; s/"target-features"="+v"//' %t/scalable.ll | %opt -passes='identical<speed=ignore;verify>,verify' -S | %FileCheck %s --check-prefix=ALIAS

; CHECK-NOT: {{^@[ab] = .*alias}}
; CHECK: define{{.*}} @b(
; CHECK-NEXT: tail call
; ALIAS: @b = unnamed_addr alias

;--- scalable.ll
target triple = "riscv64-linux-gnu"
declare void @use(i64, ptr)
define i64 @a(<vscale x 4 x i32> %v, ptr %p, i64 %n) unnamed_addr #0 {
  call void @use(i64 %n, ptr %p)
  %x = mul i64 %n, 17
  call void @use(i64 %x, ptr %p)
  %y = xor i64 %x, 35
  call void @use(i64 %y, ptr %p)
  call void @use(i64 2, ptr %p)
  ret i64 %y
}
define i64 @b(<vscale x 4 x i32> %v, ptr %p, i64 %n) unnamed_addr #0 {
  call void @use(i64 %n, ptr %p)
  %x = mul i64 %n, 17
  call void @use(i64 %x, ptr %p)
  %y = xor i64 %x, 35
  call void @use(i64 %y, ptr %p)
  call void @use(i64 2, ptr %p)
  ret i64 %y
}
attributes #0 = { minsize optsize "target-features"="+v" }
;--- convention.ll
target triple = "aarch64-linux-gnu"
declare void @use(i64, ptr)
define aarch64_vector_pcs i64 @a(<4 x i32> %v, ptr %p, i64 %n) unnamed_addr #0 {
  call void @use(i64 %n, ptr %p)
  %x = mul i64 %n, 17
  call void @use(i64 %x, ptr %p)
  %y = xor i64 %x, 35
  call void @use(i64 %y, ptr %p)
  call void @use(i64 2, ptr %p)
  ret i64 %y
}
define aarch64_vector_pcs i64 @b(<4 x i32> %v, ptr %p, i64 %n) unnamed_addr #0 {
  call void @use(i64 %n, ptr %p)
  %x = mul i64 %n, 17
  call void @use(i64 %x, ptr %p)
  %y = xor i64 %x, 35
  call void @use(i64 %y, ptr %p)
  call void @use(i64 2, ptr %p)
  ret i64 %y
}
attributes #0 = { minsize optsize }
