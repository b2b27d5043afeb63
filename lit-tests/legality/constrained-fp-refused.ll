; A constrained operation reads the rounding mode; only a strictfp function may hold it.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed -e 's/call float @llvm.experimental.constrained.fadd[^(]*(float %f, float %f, metadata[^)]*)/fadd float %f, %f/' -e 's/ strictfp//' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}strictfp{{$}}
; CHECK: merged left and right

declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)

define float @left(ptr %p, float %f) strictfp {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %r = call float @llvm.experimental.constrained.fadd.f32(float %f, float %f, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret float %r
}

define float @right(ptr %p, float %f) strictfp {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %r = call float @llvm.experimental.constrained.fadd.f32(float %f, float %f, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret float %r
}
