; A root that the collector keeps track of.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed -e 's/ gc "shadow-stack" / /' -e 's/^  call void @llvm.gcroot.*$//' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}gc{{$}}
; CHECK: merged left and right

declare void @llvm.gcroot(ptr, ptr)

define i32 @left(ptr %p) gc "shadow-stack" {
  %s = alloca ptr
  call void @llvm.gcroot(ptr %s, ptr null)
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  store ptr %p, ptr %s
  ret i32 %c
}

define i32 @right(ptr %p) gc "shadow-stack" {
  %s = alloca ptr
  call void @llvm.gcroot(ptr %s, ptr null)
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  store ptr %p, ptr %s
  ret i32 %c
}
