; What commutes is merged with its operands exchanged, without a select: sums, products, bits, equality, minima.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not=select
; What does not is selected.
; RUN: sed 's/ add i32/ sub i32/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=SUB
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-NEXT: %a = load i32, ptr %p
; CHECK-NEXT: %b = load i32, ptr %q
; CHECK-NEXT: %add = add i32 %a, %b
; CHECK-NEXT: %mul = mul i32 %a, %add
; CHECK-NEXT: %and = and i32 %b, %mul
; CHECK-NEXT: %or = or i32 %a, %and
; CHECK-NEXT: %xor = xor i32 %b, %or
; CHECK-NEXT: %max = call i32 @llvm.smax.i32(i32 %a, i32 %xor)
; CHECK-NEXT: %sat = call i32 @llvm.uadd.sat.i32(i32 %b, i32 %max)
; CHECK-NEXT: %x = uitofp i32 %a to float
; CHECK-NEXT: %y = uitofp i32 %sat to float
; CHECK-NEXT: %fadd = fadd float %x, %y
; CHECK-NEXT: %fmul = fmul float %x, %fadd
; CHECK-NEXT: %fma = call float @llvm.fma.f32(float %y, float %fmul, float %x)
; CHECK-NEXT: %feq = fcmp oeq float %y, %fma
; CHECK-NEXT: store i1 %feq
; CHECK-NEXT: %eq = icmp eq i32 %a, %sat
; CHECK-NEXT: ret i1 %eq
; SUB: define internal {{.*}} @left.fmerge(
; SUB-COUNT-2: select i1 %fmerge.id, i32
; SUB: sub i32

define i1 @left(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %add = add i32 %a, %b
  %mul = mul i32 %a, %add
  %and = and i32 %b, %mul
  %or = or i32 %a, %and
  %xor = xor i32 %b, %or
  %max = call i32 @llvm.smax.i32(i32 %a, i32 %xor)
  %sat = call i32 @llvm.uadd.sat.i32(i32 %b, i32 %max)
  %x = uitofp i32 %a to float
  %y = uitofp i32 %sat to float
  %fadd = fadd float %x, %y
  %fmul = fmul float %x, %fadd
  %fma = call float @llvm.fma.f32(float %y, float %fmul, float %x)
  %feq = fcmp oeq float %y, %fma
  store i1 %feq, ptr %q
  %eq = icmp eq i32 %a, %sat
  ret i1 %eq
}

define i1 @right(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %add = add i32 %b, %a
  %mul = mul i32 %add, %a
  %and = and i32 %mul, %b
  %or = or i32 %and, %a
  %xor = xor i32 %or, %b
  %max = call i32 @llvm.smax.i32(i32 %xor, i32 %a)
  %sat = call i32 @llvm.uadd.sat.i32(i32 %max, i32 %b)
  %x = uitofp i32 %a to float
  %y = uitofp i32 %sat to float
  %fadd = fadd float %y, %x
  %fmul = fmul float %fadd, %x
  %fma = call float @llvm.fma.f32(float %fmul, float %y, float %x)
  %feq = fcmp oeq float %fma, %y
  store i1 %feq, ptr %q
  %eq = icmp eq i32 %sat, %a
  ret i1 %eq
}
