; Memory for an argument that is set up before its call belongs to one call, and a token says to which.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed 's/^  %%t = .*$//; s/^  %%m = .*$//; s/^  call void @f.*$/  call void @f(ptr %%p)/; s/@f(ptr preallocated(i32))/@f(ptr)/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}token{{$}}
; CHECK: merged left and right

declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @f(ptr preallocated(i32))

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %m = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @f(ptr preallocated(i32) %m) [ "preallocated"(token %t) ]
  ret i32 %c
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %m = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @f(ptr preallocated(i32) %m) [ "preallocated"(token %t) ]
  ret i32 %c
}
