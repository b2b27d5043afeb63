; Code generation makes calls of a library of some instructions, and values are kept from those as from any call: in registers that the
; function has to save, which a function that recurses has in each frame. What is done in place keeps nothing.
;
; DEFINE: %{pair} =
; DEFINE: %{target} = x86_64-linux-gnu
; DEFINE: %{opt} = %opt -S %s -mtriple=%{target} -passes='f3m<force;verify;only=^%{pair}_.$>'
; DEFINE: %{apart} = %{opt} | %FileCheck --check-prefix=APART %s
; DEFINE: %{merged} = %{opt} | %FileCheck --check-prefix=MERGED %s
; APART-NOT: {{[ab]}}.fmerge(
; MERGED: {{[ab]}}.fmerge(
;
; REDEFINE: %{pair} = none
; RUN: %{merged}
; REDEFINE: %{pair} = short
; RUN: %{merged}
; REDEFINE: %{pair} = root
; RUN: %{merged}
; REDEFINE: %{pair} = copy
; RUN: %{apart}
; REDEFINE: %{pair} = sine
; RUN: %{apart}
; REDEFINE: %{pair} = wide
; RUN: %{apart}
; REDEFINE: %{pair} = quad
; RUN: %{apart}
; REDEFINE: %{pair} = atomic
; RUN: %{apart}
; REDEFINE: %{target} = armv5te-none-eabi
; REDEFINE: %{pair} = divide
; RUN: %{apart}
; REDEFINE: %{target} = riscv32-none-elf
; REDEFINE: %{pair} = product
; RUN: %{apart}
; REDEFINE: %{pair} = soft
; RUN: %{apart}
;
; An atomic access may become a call or not, as AArch64's of two words: it leaves no room for what others keep.
; RUN: %opt -S %s -mtriple=aarch64-linux-gnu -passes='f3m<force;verify;only=^[aw].*_b$>' | %FileCheck --check-prefix=APART %s
; RUN: %opt -S %s -mtriple=aarch64-linux-gnu -passes='f3m<force;verify;only=^[cw].*_b$>' | %FileCheck --check-prefix=MERGED %s

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare double @llvm.sqrt.f64(double)
declare double @llvm.sin.f64(double)

define i64 @none_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @none_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @none_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %v5 = load volatile i64, ptr %p
  %v6 = load volatile i64, ptr %p
  %v7 = load volatile i64, ptr %p
  %d = add i64 %v0, %v1
  store volatile i64 %d, ptr %p
  store volatile i64 %v0, ptr %p
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @none_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @short_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @short_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @short_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %v5 = load volatile i64, ptr %p
  %v6 = load volatile i64, ptr %p
  %v7 = load volatile i64, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr null, i64 8, i1 true)
  store volatile i64 %v0, ptr %p
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @short_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @root_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @root_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @root_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %v5 = load volatile i64, ptr %p
  %v6 = load volatile i64, ptr %p
  %v7 = load volatile i64, ptr %p
  %x = load volatile double, ptr %p
  %y = call double @llvm.sqrt.f64(double %x)
  store volatile double %y, ptr %p
  store volatile i64 %v0, ptr %p
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @root_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @copy_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @copy_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @copy_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %v5 = load volatile i64, ptr %p
  %v6 = load volatile i64, ptr %p
  %v7 = load volatile i64, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr null, i64 %n, i1 true)
  store volatile i64 %v0, ptr %p
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @copy_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @sine_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @sine_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @sine_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %v5 = load volatile i64, ptr %p
  %v6 = load volatile i64, ptr %p
  %v7 = load volatile i64, ptr %p
  %x = load volatile double, ptr %p
  %y = call double @llvm.sin.f64(double %x)
  store volatile double %y, ptr %p
  store volatile i64 %v0, ptr %p
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @sine_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @wide_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @wide_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @wide_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %v5 = load volatile i64, ptr %p
  %v6 = load volatile i64, ptr %p
  %v7 = load volatile i64, ptr %p
  %x = load volatile i128, ptr %p
  %y = sdiv i128 %x, 77
  store volatile i128 %y, ptr %p
  store volatile i64 %v0, ptr %p
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @wide_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @quad_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @quad_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @quad_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %v5 = load volatile i64, ptr %p
  %v6 = load volatile i64, ptr %p
  %v7 = load volatile i64, ptr %p
  %x = load volatile fp128, ptr %p
  %y = fmul fp128 %x, %x
  store volatile fp128 %y, ptr %p
  store volatile i64 %v0, ptr %p
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @quad_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @atomic_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @atomic_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @atomic_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %v5 = load volatile i64, ptr %p
  %v6 = load volatile i64, ptr %p
  %v7 = load volatile i64, ptr %p
  %x = atomicrmw add ptr %p, i128 1 seq_cst
  store volatile i128 %x, ptr %p
  store volatile i64 %v0, ptr %p
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @atomic_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @divide_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @divide_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @divide_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %v5 = load volatile i64, ptr %p
  %v6 = load volatile i64, ptr %p
  %v7 = load volatile i64, ptr %p
  %x = load volatile i32, ptr %p
  %y = sdiv i32 77, %x
  store volatile i32 %y, ptr %p
  store volatile i64 %v0, ptr %p
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @divide_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @product_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @product_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @product_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %v5 = load volatile i64, ptr %p
  %v6 = load volatile i64, ptr %p
  %v7 = load volatile i64, ptr %p
  %x = load volatile i32, ptr %p
  %y = mul i32 77, %x
  store volatile i32 %y, ptr %p
  store volatile i64 %v0, ptr %p
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @product_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @soft_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @soft_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @soft_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %v5 = load volatile i64, ptr %p
  %v6 = load volatile i64, ptr %p
  %v7 = load volatile i64, ptr %p
  %x = load volatile double, ptr %p
  %y = fadd double 7.0, %x
  store volatile double %y, ptr %p
  store volatile i64 %v0, ptr %p
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @soft_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}
