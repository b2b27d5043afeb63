; Stack memory of a size known at run time moves the stack pointer; guarded, it would have to be given back.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed 's/alloca i32, i32 %n/alloca i32, i32 4/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}dynamic-alloca{{$}}
; CHECK: merged left and right

declare void @fill(ptr)

define i32 @left(ptr %p, i32 %n) {
  %s = alloca i32, i32 %n
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @fill(ptr %s)
  ret i32 %c
}

define i32 @right(ptr %p, i32 %n) {
  %s = alloca i32, i32 %n
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @fill(ptr %s)
  ret i32 %c
}
