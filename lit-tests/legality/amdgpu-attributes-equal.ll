; How many waves a body is compiled for goes for the whole of it.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --allow-empty --implicit-check-not=Passed
; RUN: sed 's/"1,4"/"1,2"/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=ALIKE
; ALIKE: merged left and right

define i32 @left(ptr %p) "amdgpu-waves-per-eu"="1,2" {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @right(ptr %p) "amdgpu-waves-per-eu"="1,4" {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}
