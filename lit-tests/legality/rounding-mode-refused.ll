; Setting the rounding mode is not to be moved behind a condition that others may look through.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed 's/^  call void @llvm.set.rounding.*$//' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}strictfp{{$}}
; CHECK: merged left and right

declare void @llvm.set.rounding(i32)

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @llvm.set.rounding(i32 1)
  ret i32 %c
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @llvm.set.rounding(i32 1)
  ret i32 %c
}
