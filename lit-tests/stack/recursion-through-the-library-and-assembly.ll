; A function that the library calls, as qsort does, or assembly, may recurse though no call leads back to it that has a name: its
; frame grows by as little as that of one that calls a pointer. Where only memory is moved, or nothing is in the assembly, it may grow.
;
; DEFINE: %{pair} =
; DEFINE: %{opt} = %opt -S %s -passes='f3m<force;verify;only=^%{pair}_.$>'
; DEFINE: %{apart} = %{opt} | %FileCheck --check-prefix=APART %s
; DEFINE: %{merged} = %{opt} | %FileCheck --check-prefix=MERGED %s
; APART-NOT: {{[ab]}}.fmerge(
; MERGED: {{[ab]}}.fmerge(
; REDEFINE: %{pair} = sorts
; RUN: %{apart}
; REDEFINE: %{pair} = registers
; RUN: %{apart}
; REDEFINE: %{pair} = assembly
; RUN: %{apart}
; REDEFINE: %{pair} = counts
; RUN: %{merged}
; REDEFINE: %{pair} = fence
; RUN: %{merged}

target triple = "x86_64-linux-gnu"

declare void @use(ptr) nocallback
declare void @qsort(ptr, i64, i64, ptr)
declare i32 @atexit(ptr)
declare i64 @strlen(ptr)
@llvm.used = appending global [1 x ptr] [ptr @compare], section "llvm.metadata"

define internal i64 @sorts_a(i64 %n, ptr %p) nounwind {
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 5, ptr %p
  %m = sub i64 %n, 1
  call void @qsort(ptr %p, i64 %m, i64 8, ptr %p)
  store volatile i64 %m, ptr %p
  %z = load volatile i64, ptr %p
  %w = add i64 %z, %l
  store volatile i64 %w, ptr %p
  ret i64 %w
}

define internal i64 @sorts_b(i64 %n, ptr %p) nounwind {
  %x = alloca [200 x i8]
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @use(ptr %x) nocallback
  %m = sub i64 %n, 1
  call void @qsort(ptr %p, i64 %m, i64 8, ptr %p)
  store volatile i64 %m, ptr %p
  %z = load volatile i64, ptr %p
  %w = add i64 %z, %l
  store volatile i64 %w, ptr %p
  ret i64 %w
}

define internal i64 @registers_a(i64 %n, ptr %p) nounwind {
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 5, ptr %p
  %m = sub i64 %n, 1
  %i = call i32 @atexit(ptr @compare)
  store volatile i64 %m, ptr %p
  %z = load volatile i64, ptr %p
  %w = add i64 %z, %l
  store volatile i64 %w, ptr %p
  ret i64 %w
}

define internal i64 @registers_b(i64 %n, ptr %p) nounwind {
  %x = alloca [200 x i8]
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @use(ptr %x) nocallback
  %m = sub i64 %n, 1
  %i = call i32 @atexit(ptr @compare)
  store volatile i64 %m, ptr %p
  %z = load volatile i64, ptr %p
  %w = add i64 %z, %l
  store volatile i64 %w, ptr %p
  ret i64 %w
}

define internal i64 @assembly_a(i64 %n, ptr %p) nounwind {
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 5, ptr %p
  %m = sub i64 %n, 1
  call void asm sideeffect "call compare", "~{memory},~{rax}"()
  store volatile i64 %m, ptr %p
  %z = load volatile i64, ptr %p
  %w = add i64 %z, %l
  store volatile i64 %w, ptr %p
  ret i64 %w
}

define internal i64 @assembly_b(i64 %n, ptr %p) nounwind {
  %x = alloca [200 x i8]
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @use(ptr %x) nocallback
  %m = sub i64 %n, 1
  call void asm sideeffect "call compare", "~{memory},~{rax}"()
  store volatile i64 %m, ptr %p
  %z = load volatile i64, ptr %p
  %w = add i64 %z, %l
  store volatile i64 %w, ptr %p
  ret i64 %w
}

define internal i64 @counts_a(i64 %n, ptr %p) nounwind {
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 5, ptr %p
  %m = sub i64 %n, 1
  %i = call i64 @strlen(ptr %p)
  store volatile i64 %m, ptr %p
  %z = load volatile i64, ptr %p
  %w = add i64 %z, %l
  store volatile i64 %w, ptr %p
  ret i64 %w
}

define internal i64 @counts_b(i64 %n, ptr %p) nounwind {
  %x = alloca [200 x i8]
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @use(ptr %x) nocallback
  %m = sub i64 %n, 1
  %i = call i64 @strlen(ptr %p)
  store volatile i64 %m, ptr %p
  %z = load volatile i64, ptr %p
  %w = add i64 %z, %l
  store volatile i64 %w, ptr %p
  ret i64 %w
}

define internal i64 @fence_a(i64 %n, ptr %p) nounwind {
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 5, ptr %p
  %m = sub i64 %n, 1
  call void asm sideeffect "", "~{memory}"()
  store volatile i64 %m, ptr %p
  %z = load volatile i64, ptr %p
  %w = add i64 %z, %l
  store volatile i64 %w, ptr %p
  ret i64 %w
}

define internal i64 @fence_b(i64 %n, ptr %p) nounwind {
  %x = alloca [200 x i8]
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @use(ptr %x) nocallback
  %m = sub i64 %n, 1
  call void asm sideeffect "", "~{memory}"()
  store volatile i64 %m, ptr %p
  %z = load volatile i64, ptr %p
  %w = add i64 %z, %l
  store volatile i64 %w, ptr %p
  ret i64 %w
}

define internal i32 @compare(ptr %p, ptr %q) {
  %a0 = call i64 @sorts_a(i64 1, ptr %p)
  %b0 = call i64 @sorts_b(i64 1, ptr %q)
  %a1 = call i64 @registers_a(i64 1, ptr %p)
  %b1 = call i64 @registers_b(i64 1, ptr %q)
  %a2 = call i64 @assembly_a(i64 1, ptr %p)
  %b2 = call i64 @assembly_b(i64 1, ptr %q)
  %a3 = call i64 @counts_a(i64 1, ptr %p)
  %b3 = call i64 @counts_b(i64 1, ptr %q)
  %a4 = call i64 @fence_a(i64 1, ptr %p)
  %b4 = call i64 @fence_b(i64 1, ptr %q)
  ret i32 0
}
