; A token cannot go through a select, a φ or a parameter, so its definition and uses cannot be parted.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed -e 's/ convergent$//' -e 's/^  %%t = .*$//' -e 's/ ."convergencectrl".*$//' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}token{{$}}
; CHECK: merged left and right

declare token @llvm.experimental.convergence.anchor()
declare void @sync() convergent

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %t = call token @llvm.experimental.convergence.anchor()
  call void @sync() ["convergencectrl"(token %t)]
  ret i32 %c
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %t = call token @llvm.experimental.convergence.anchor()
  call void @sync() ["convergencectrl"(token %t)]
  ret i32 %c
}
