; Of fast-math flags those of both sides stay, on φs and calls too; a strict side makes it strict.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: %a = fadd nnan float
; CHECK: %b = fmul float
; CHECK: %c = call ninf float @llvm.sqrt.f32
; CHECK: %r = phi nsz float

declare float @llvm.sqrt.f32(float)
declare void @effect()

define float @left(float %x, i1 %q) {
entry:
  %a = fadd nnan ninf float %x, 3.0
  %b = fmul fast float %a, %x
  %c = call ninf nnan float @llvm.sqrt.f32(float %b)
  br i1 %q, label %out, label %other
other:
  call void @effect()
  br label %out
out:
  %r = phi nsz nnan float [ %c, %entry ], [ %a, %other ]
  ret float %r
}

define float @right(float %x, i1 %q) {
entry:
  %a = fadd nnan float %x, 3.0
  %b = fmul float %a, %x
  %c = call ninf float @llvm.sqrt.f32(float %b)
  br i1 %q, label %out, label %other
other:
  call void @effect()
  br label %out
out:
  %r = phi nsz float [ %c, %entry ], [ %a, %other ]
  ret float %r
}
