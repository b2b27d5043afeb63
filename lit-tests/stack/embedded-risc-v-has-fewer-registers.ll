; On a RISC-V of 16 registers, six pass arguments: the identifier would be the seventh, so that it would go by the stack, and the
; thunk could not be left by a jump. A function that may call itself through a pointer then grows by one frame more.
; RUN: %opt -passes='f3m<force;verify;thunks=keep>' -S %s | %FileCheck --check-prefix=MERGED %s
; RUN: sed 's/ilp32"/ilp32e"/' %s | %opt -passes='f3m<force;verify;thunks=keep>' -S | %FileCheck --check-prefix=APART %s
; RUN: sed 's/ nounwind {/ nounwind "target-features"="+32bit,+e" {/' %s | %opt -passes='f3m<force;verify;thunks=keep>' -S | %FileCheck --check-prefix=APART %s
; MERGED: @one.fmerge(
; APART-NOT: @one.fmerge(

target triple = "riscv32-unknown-none-elf"

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"target-abi", !"ilp32"}

define void @one(ptr %next, i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) nounwind {
  store volatile i32 %a, ptr %next
  store volatile i32 %b, ptr %next
  store volatile i32 %c, ptr %next
  store volatile i32 %d, ptr %next
  store volatile i32 %e, ptr %next
  call void %next(ptr null)
  store volatile i32 1, ptr %next
  store volatile i32 3, ptr %next
  ret void
}

define void @two(ptr %next, i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) nounwind {
  store volatile i32 %a, ptr %next
  store volatile i32 %b, ptr %next
  store volatile i32 %c, ptr %next
  store volatile i32 %d, ptr %next
  store volatile i32 %e, ptr %next
  call void %next(ptr null)
  store volatile i32 2, ptr %next
  store volatile i32 3, ptr %next
  ret void
}
