; The stack pointer of one frame is not that of another.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed '/stack/d' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}dynamic-alloca{{$}}
; CHECK: merged left and right

declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)

define i32 @left(ptr %p) {
  %stack = call ptr @llvm.stacksave()
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @llvm.stackrestore(ptr %stack)
  ret i32 %c
}

define i32 @right(ptr %p) {
  %stack = call ptr @llvm.stacksave()
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @llvm.stackrestore(ptr %stack)
  ret i32 %c
}
