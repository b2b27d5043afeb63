; Code that may not use floating-point registers stores such constants as integers: none may become a parameter, a
; select or a φ.
; RUN: sed 's/ATTRIBUTE/noimplicitfloat/' %s > %t.implicit.ll
; RUN: sed 's/ATTRIBUTE/"target-features"="-mmx,-sse,-sse2,+x87"/' %s > %t.features.ll
; RUN: sed 's/ATTRIBUTE/"use-soft-float"="true"/' %s > %t.soft.ll
; RUN: %opt -passes='gfm<force;verify>,verify' -S %t.implicit.ll | %FileCheck %s
; RUN: %opt -passes='gfm<force;verify>,verify' -S %t.features.ll | %FileCheck %s
; RUN: %opt -passes='gfm<force;verify>,verify' -S %t.soft.ll | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %t.implicit.ll | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %t.features.ll | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %t.soft.ll | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: %opt -passes='fmerge<force;verify>,verify' %t.implicit.ll | %llc | %FileCheck %s --check-prefix=CODE
; RUN: sed 's/ATTRIBUTE//' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s --check-prefix=MERGED
; RUN: sed '/^define void @two/,$s/2.5/1.5/;/^define void @two/,$s/, 77/, 78/' %t.implicit.ll | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE
; CHECK-NOT: .gfm
; CHECK: store double 2.5
; CHECK-NOT: .gfm
; REFUSED-COUNT-2: Name: {{ *}}no-float-registers{{$}}
; CODE-NOT: xmm
; MERGED: call void @one.gfm(ptr %p, i32 %x, double 1.500000e+00)
; ALIKE: call void @one.gfm(ptr %p, i32 %x, i32 77)

target triple = "x86_64-unknown-linux-gnu"
declare void @ext(i32)

define void @one(ptr %p, i32 %x) ATTRIBUTE {
  store double 1.5, ptr %p
  %y = mul i32 %x, 77
  call void @ext(i32 %y)
  %z = xor i32 %y, 1234
  call void @ext(i32 %z)
  call void @ext(i32 %x)
  ret void
}

define void @two(ptr %p, i32 %x) ATTRIBUTE {
  store double 2.5, ptr %p
  %y = mul i32 %x, 77
  call void @ext(i32 %y)
  %z = xor i32 %y, 1234
  call void @ext(i32 %z)
  call void @ext(i32 %x)
  ret void
}
