; What a call takes of the frame of its caller beside arguments in memory: room for numbers that no register passes, and registers that
; the caller has to save because the call changes them. None of it may come into each frame of a function that recurses.
;
; DEFINE: %{pair} =
; DEFINE: %{target} = x86_64-linux-gnu
; DEFINE: %{opt} = %opt -S %s -mtriple=%{target} -passes='f3m<force;verify;only=^%{pair}_.$>'
; DEFINE: %{apart} = %{opt} | %FileCheck --check-prefix=APART %s
; DEFINE: %{merged} = %{opt} | %FileCheck --check-prefix=MERGED %s
; APART-NOT: {{[ab]}}.fmerge(
; MERGED: {{[ab]}}.fmerge(
;
; REDEFINE: %{pair} = usual
; RUN: %{merged}
; REDEFINE: %{pair} = wide
; RUN: %{apart}
; REDEFINE: %{pair} = assembly
; RUN: %{apart}
; REDEFINE: %{pair} = most
; RUN: %{apart}
; REDEFINE: %{pair} = all
; RUN: %{apart}
; REDEFINE: %{pair} = none
; RUN: %{apart}
; REDEFINE: %{pair} = windows
; RUN: %{apart}
; REDEFINE: %{target} = x86_64-pc-windows-msvc
; REDEFINE: %{pair} = others
; RUN: %{apart}
; REDEFINE: %{target} = aarch64-linux-gnu
; REDEFINE: %{pair} = vectors
; RUN: %{apart}
; REDEFINE: %{pair} = streaming
; RUN: %{apart}
; REDEFINE: %{pair} = matrix
; RUN: %{apart}
; REDEFINE: %{target} = arm64-apple-ios
; REDEFINE: %{pair} = variable
; RUN: %{apart}
; REDEFINE: %{target} = riscv32-none-elf
; REDEFINE: %{pair} = copied
; RUN: %{apart}
;
; What changes no more than its caller may costs nothing.
; REDEFINE: %{target} = x86_64-linux-gnu
; REDEFINE: %{pair} = alike
; RUN: %{merged}
; REDEFINE: %{pair} = empty
; RUN: %{merged}

declare void @outside()
declare win64cc void @alike_outside()
declare void @streams() "aarch64_pstate_sm_enabled"
declare void @take(x86_fp80, x86_fp80, x86_fp80, x86_fp80, x86_fp80, x86_fp80, x86_fp80, x86_fp80)
declare void @copies(fp128, fp128, fp128, fp128)
declare void @print(ptr, ...)

define i64 @usual_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @usual_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @usual_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 4, ptr %p
  call void @outside()
  %m = sub i64 %n, 1
  %r = call i64 @usual_b(i64 %m, ptr %p)
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
  call void @take(x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000)
  %m = sub i64 %n, 1
  %r = call i64 @wide_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @assembly_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @assembly_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @assembly_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void asm sideeffect "", "~{rbx},~{r12},~{r13},~{r14},~{r15},~{memory}"()
  %m = sub i64 %n, 1
  %r = call i64 @assembly_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define preserve_mostcc i64 @most_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call preserve_mostcc i64 @most_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define preserve_mostcc i64 @most_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @outside()
  %m = sub i64 %n, 1
  %r = call preserve_mostcc i64 @most_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define preserve_allcc i64 @all_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call preserve_allcc i64 @all_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define preserve_allcc i64 @all_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @outside()
  %m = sub i64 %n, 1
  %r = call preserve_allcc i64 @all_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @none_a(i64 %n, ptr %p) "no_caller_saved_registers" {
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

define i64 @none_b(i64 %n, ptr %p) "no_caller_saved_registers" {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @outside()
  %m = sub i64 %n, 1
  %r = call i64 @none_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define win64cc i64 @windows_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call win64cc i64 @windows_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define win64cc i64 @windows_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @outside()
  %m = sub i64 %n, 1
  %r = call win64cc i64 @windows_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @others_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @others_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @others_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call x86_64_sysvcc void @outside()
  %m = sub i64 %n, 1
  %r = call i64 @others_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define aarch64_vector_pcs i64 @vectors_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call aarch64_vector_pcs i64 @vectors_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define aarch64_vector_pcs i64 @vectors_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @outside()
  %m = sub i64 %n, 1
  %r = call aarch64_vector_pcs i64 @vectors_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @streaming_a(i64 %n, ptr %p) "target-features"="+sve,+sme" {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @streaming_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @streaming_b(i64 %n, ptr %p) "target-features"="+sve,+sme" {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @streams()
  %m = sub i64 %n, 1
  %r = call i64 @streaming_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @matrix_a(i64 %n, ptr %p) "aarch64_inout_za" "target-features"="+sve,+sme" {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @matrix_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @matrix_b(i64 %n, ptr %p) "aarch64_inout_za" "target-features"="+sve,+sme" {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @outside()
  %m = sub i64 %n, 1
  %r = call i64 @matrix_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @variable_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @variable_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @variable_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void (ptr, ...) @print(ptr %p, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6)
  %m = sub i64 %n, 1
  %r = call i64 @variable_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @copied_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @copied_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @copied_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void @copies(fp128 0xL00000000000000000000000000000000, fp128 0xL00000000000000000000000000000000, fp128 0xL00000000000000000000000000000000, fp128 0xL00000000000000000000000000000000)
  %m = sub i64 %n, 1
  %r = call i64 @copied_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define win64cc i64 @alike_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call win64cc i64 @alike_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define win64cc i64 @alike_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call win64cc void @alike_outside()
  %m = sub i64 %n, 1
  %r = call win64cc i64 @alike_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @empty_a(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  store volatile i64 3, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @empty_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @empty_b(i64 %n, ptr %p) {
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  %l = load volatile i64, ptr %p
  %k = mul i64 %l, 7
  store volatile i64 %k, ptr %p
  call void asm sideeffect "", "~{memory},~{flags},~{dirflag},~{fpsr}"()
  %m = sub i64 %n, 1
  %r = call i64 @empty_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}
