; A naked function is its assembly: it has no prologue, and arguments may not be used.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed 's/ naked / /' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}naked{{$}}
; CHECK: merged left and right

define void @left(ptr %p) naked {
  call void asm sideeffect "nop", ""()
  call void asm sideeffect "nop", ""()
  call void asm sideeffect "ret $0", "i"(i32 3)
  unreachable
}

define void @right(ptr %p) naked {
  call void asm sideeffect "nop", ""()
  call void asm sideeffect "nop", ""()
  call void asm sideeffect "ret $0", "i"(i32 5)
  unreachable
}
