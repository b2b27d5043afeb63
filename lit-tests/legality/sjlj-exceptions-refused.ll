; Exceptions by setjmp and longjmp tell of their own frame.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed 's/call ptr @llvm[^)]*)/getelementptr i8, ptr %%p, i64 8/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}exception-handling{{$}}
; CHECK: merged left and right

declare ptr @llvm.eh.sjlj.lsda()

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %r = call ptr @llvm.eh.sjlj.lsda()
  store ptr %r, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %r = call ptr @llvm.eh.sjlj.lsda()
  store ptr %r, ptr %p
  ret i32 %c
}
