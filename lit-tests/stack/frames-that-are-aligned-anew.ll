; A slot that is aligned beyond the stack makes code generation align the frame anew, for which it leaves as much room as that
; may take; and a scalable slot has more bytes than it has at least.
;
; DEFINE: %{pair} =
; DEFINE: %{opt} = %opt -S %s -passes='f3m<force;verify;only=^%{pair}_.$>'
; APART-NOT: {{[ab]}}.fmerge(
; MERGED: {{[ab]}}.fmerge(
; REDEFINE: %{pair} = usual
; RUN: %{opt} | %FileCheck --check-prefix=MERGED %s
; REDEFINE: %{pair} = aligned
; RUN: %{opt} | %FileCheck --check-prefix=APART %s
; REDEFINE: %{pair} = scalable
; RUN: %{opt} | %FileCheck --check-prefix=APART %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-linux-gnu"

declare void @use(ptr)

define i64 @usual_a(i64 %n, ptr %p) {
  %x = alloca [4000 x i8]
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  call void @use(ptr %x)
  %m = sub i64 %n, 1
  %r = call i64 @usual_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @usual_b(i64 %n, ptr %p) {
  %x = alloca [4004 x i8]
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  call void @use(ptr %x)
  %m = sub i64 %n, 1
  %r = call i64 @usual_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @aligned_a(i64 %n, ptr %p) {
  %x = alloca [4096 x i8]
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  call void @use(ptr %x)
  %m = sub i64 %n, 1
  %r = call i64 @aligned_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @aligned_b(i64 %n, ptr %p) {
  %x = alloca [8 x i8], align 4096
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  call void @use(ptr %x)
  %m = sub i64 %n, 1
  %r = call i64 @aligned_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @scalable_a(i64 %n, ptr %p) #0 {
  %x = alloca [32 x i8]
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  call void @use(ptr %x)
  %m = sub i64 %n, 1
  %r = call i64 @scalable_a(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

define i64 @scalable_b(i64 %n, ptr %p) #0 {
  %x = alloca [2 x <vscale x 16 x i8>]
  %c = icmp sle i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 %n, ptr %p
  call void @use(ptr %x)
  %m = sub i64 %n, 1
  %r = call i64 @scalable_b(i64 %m, ptr %p)
  %s = add i64 %r, 1
  store volatile i64 %s, ptr %p
  ret i64 %s
end:
  ret i64 0
}

attributes #0 = { "target-features"="+sve" }
