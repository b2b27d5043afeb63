; Code generation multiplies scalable vectors of i128 where only the high halves are wanted, by an instruction for these. It has
; no registers for such vectors. A merged function selected between them, and code generation ended: "Scalarization of scalable
; vectors is not supported". No target has registers for scalable vectors of such elements. Nor has one registers for fixed
; vectors of i7, of which code generation for AMDGPU makes wrong φs: "Invalid bitcast".
; RUN: split-file %s %t
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -S -o %t/wide.merged.ll %t/wide.ll | %FileCheck %s --implicit-check-not=Passed
; RUN: %llc %t/wide.merged.ll -o /dev/null
; RUN: %opt -passes='gfm<force;verify>,verify' %t/wide.ll | %llc -o /dev/null
; RUN: %opt -passes='fmerge<force;verify>,verify' %t/wide.ll | %llc -o /dev/null
; RUN: sed 's/i128 64/i24 8/; s/i64/i16/g; s/i128/i24/g; s/vscale x 2/vscale x 8/g' %t/wide.ll | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --implicit-check-not=Passed
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -S -o %t/odd.merged.ll %t/odd.ll | %FileCheck %s --implicit-check-not=Passed
; RUN: %llc %t/odd.merged.ll -o /dev/null
; Vectors for which there are registers are selected.
; RUN: sed 's/i128 64/i64 32/; s/<vscale x 2 x i64>/<vscale x 2 x i32>/g; s/i128>/i64>/g' %t/wide.ll | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=MERGED
; RUN: sed 's/<2 x i7>/<2 x i16>/' %t/odd.ll | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=MERGED
; CHECK-COUNT-2: Name: {{ *}}no-float-registers{{$}}
; MERGED: define internal {{.*}}.fmerge(

;--- wide.ll
target triple = "aarch64-unknown-linux-gnu"

define <vscale x 2 x i64> @signed(<vscale x 2 x i64> %b, <vscale x 2 x i64> %c) #0 {
  %be = sext <vscale x 2 x i64> %b to <vscale x 2 x i128>
  %ce = sext <vscale x 2 x i64> %c to <vscale x 2 x i128>
  %m = mul <vscale x 2 x i128> %be, %ce
  %h = lshr <vscale x 2 x i128> %m, splat (i128 64)
  %t = trunc <vscale x 2 x i128> %h to <vscale x 2 x i64>
  ret <vscale x 2 x i64> %t
}

define <vscale x 2 x i64> @unsigned(<vscale x 2 x i64> %b, <vscale x 2 x i64> %c) #0 {
  %be = zext <vscale x 2 x i64> %b to <vscale x 2 x i128>
  %ce = zext <vscale x 2 x i64> %c to <vscale x 2 x i128>
  %m = mul <vscale x 2 x i128> %be, %ce
  %h = lshr <vscale x 2 x i128> %m, splat (i128 64)
  %t = trunc <vscale x 2 x i128> %h to <vscale x 2 x i64>
  ret <vscale x 2 x i64> %t
}

attributes #0 = { "target-features"="+sve" }
;--- odd.ll
target triple = "amdgcn-amd-amdhsa"
declare void @h(i32)

define void @a(ptr %p, i32 %n) {
  %v = load <2 x i7>, ptr %p
  %m = mul i32 %n, 77
  call void @h(i32 %m)
  store <2 x i7> %v, ptr %p
  %x = xor i32 %m, 1234
  call void @h(i32 %x)
  ret void
}

define void @b(ptr %p, i32 %n) {
  call void @h(i32 %n)
  %m = mul i32 %n, 77
  %w = load volatile <2 x i7>, ptr %p
  call void @h(i32 %m)
  store <2 x i7> %w, ptr %p
  %x = xor i32 %m, 1234
  call void @h(i32 %x)
  ret void
}
