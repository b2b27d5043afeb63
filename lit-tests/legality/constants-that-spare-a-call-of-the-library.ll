; On a target of 32 bits, `x / 8` of 64 bits is a shift, and `x / y` a call of the compiler's library. So these constants are no
; parameters, and no select chooses between them. The same of shifts and products that are too wide, of divisions and products without
; instructions, and of powers.
; RUN: %opt -passes='gfm<force>' -S %s | %FileCheck %s --implicit-check-not=gfm
; RUN: %opt -passes='f3m<force;only=^divide_;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=BRANCHES
; RUN: %opt -passes='f3m<force;only=^shift_;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=BRANCHES
; RUN: sed 's/minsize optsize/"target-features"="+m"/' %s | %opt -passes='gfm<force>' -S | %FileCheck %s --check-prefix=DIVIDES
; CHECK-DAG: sdiv i64 {{.*}}, 8
; CHECK-DAG: sdiv i64 {{.*}}, 64
; CHECK-DAG: shl i64 {{.*}}, 3
; CHECK-DAG: shl i64 {{.*}}, 5
; CHECK-DAG: mul i64 {{.*}}, 5
; CHECK-DAG: mul i64 {{.*}}, 9
; CHECK-DAG: udiv i32 {{.*}}, 4
; CHECK-DAG: udiv i32 {{.*}}, 16
; CHECK-DAG: powi{{.*}}, i32 2)
; CHECK-DAG: powi{{.*}}, i32 3)
; BRANCHES: "merges":1,
; BRANCHES: "selects":[0,0,0],"id_branches":1,
; A division of 32 bits is an instruction here.
; DIVIDES-DAG: sdiv i64 {{.*}}, 8
; DIVIDES-DAG: sdiv i64 {{.*}}, 64
; DIVIDES-DAG: udiv i32 {{.*}}, %

target triple = "riscv32-unknown-elf"
target datalayout = "e-m:e-p:32:32-i64:64-n32-S128"

declare void @h(i32)
declare double @llvm.powi.f64.i32(double, i32)

define void @divide_one(ptr %p, i32 %n) minsize optsize {
  call void @h(i32 %n)
  %v = load i64, ptr %p
  %r = sdiv i64 %v, 8
  store i64 %r, ptr %p
  call void @h(i32 4)
  call void @h(i32 %n)
  call void @h(i32 5)
  ret void
}

define void @divide_two(ptr %p, i32 %n) minsize optsize {
  call void @h(i32 %n)
  %v = load i64, ptr %p
  %r = sdiv i64 %v, 64
  store i64 %r, ptr %p
  call void @h(i32 4)
  call void @h(i32 %n)
  call void @h(i32 5)
  ret void
}

define void @shift_one(ptr %p, i32 %n) minsize optsize {
  call void @h(i32 %n)
  %v = load i64, ptr %p
  %r = shl i64 %v, 3
  store i64 %r, ptr %p
  call void @h(i32 4)
  call void @h(i32 %n)
  call void @h(i32 5)
  ret void
}

define void @shift_two(ptr %p, i32 %n) minsize optsize {
  call void @h(i32 %n)
  %v = load i64, ptr %p
  %r = shl i64 %v, 5
  store i64 %r, ptr %p
  call void @h(i32 4)
  call void @h(i32 %n)
  call void @h(i32 5)
  ret void
}

define void @multiply_one(ptr %p, i32 %n) minsize optsize {
  call void @h(i32 %n)
  %v = load i64, ptr %p
  %r = mul i64 %v, 5
  store i64 %r, ptr %p
  call void @h(i32 4)
  call void @h(i32 %n)
  call void @h(i32 5)
  ret void
}

define void @multiply_two(ptr %p, i32 %n) minsize optsize {
  call void @h(i32 %n)
  %v = load i64, ptr %p
  %r = mul i64 %v, 9
  store i64 %r, ptr %p
  call void @h(i32 4)
  call void @h(i32 %n)
  call void @h(i32 5)
  ret void
}

define void @narrow_one(ptr %p, i32 %n) minsize optsize {
  call void @h(i32 %n)
  %v = load i32, ptr %p
  %r = udiv i32 %v, 4
  store i32 %r, ptr %p
  call void @h(i32 4)
  call void @h(i32 %n)
  call void @h(i32 5)
  ret void
}

define void @narrow_two(ptr %p, i32 %n) minsize optsize {
  call void @h(i32 %n)
  %v = load i32, ptr %p
  %r = udiv i32 %v, 16
  store i32 %r, ptr %p
  call void @h(i32 4)
  call void @h(i32 %n)
  call void @h(i32 5)
  ret void
}

define void @power_one(ptr %p, i32 %n) minsize optsize {
  call void @h(i32 %n)
  %v = load double, ptr %p
  %r = call double @llvm.powi.f64.i32(double %v, i32 2)
  store double %r, ptr %p
  call void @h(i32 4)
  call void @h(i32 %n)
  call void @h(i32 5)
  ret void
}

define void @power_two(ptr %p, i32 %n) minsize optsize {
  call void @h(i32 %n)
  %v = load double, ptr %p
  %r = call double @llvm.powi.f64.i32(double %v, i32 3)
  store double %r, ptr %p
  call void @h(i32 4)
  call void @h(i32 %n)
  call void @h(i32 5)
  ret void
}
