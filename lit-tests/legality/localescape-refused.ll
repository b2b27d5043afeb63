; Slots that another function finds through this frame must stay in it.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed 's/^  call void (...) @llvm.*$//' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}exception-handling{{$}}
; CHECK: merged left and right

declare void @llvm.localescape(...)

define i32 @left(ptr %p) {
  %s = alloca i32
  call void (...) @llvm.localescape(ptr %s)
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p) {
  %s = alloca i32
  call void (...) @llvm.localescape(ptr %s)
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}
