; A thunk is left by a jump, and takes no stack, where code generation makes jumps of tail calls: not on ARMv6-M, and not where
; the function says `disable-tail-calls`, nor under some conventions. There its frame counts, so that small functions that may recurse stay alone.
; RUN: %opt -passes='f3m<force;verify;report=-;thunks=keep>' -mtriple=thumbv7m-none-eabi -disable-output %s 2>&1 | %FileCheck --check-prefix=JUMPS %s
; RUN: sed 's/#0/#1/' %s | %opt -passes='f3m<force;verify;report=-;thunks=keep>' -mtriple=thumbv7m-none-eabi -disable-output 2>&1 | %FileCheck --check-prefix=CALLS %s
; RUN: %opt -passes='f3m<force;verify;report=-;thunks=keep>' -mtriple=thumbv6m-none-eabi -disable-output %s 2>&1 | %FileCheck --check-prefix=CALLS %s
; So does Thumb that a function of another architecture asks for.
; RUN: %opt -passes='f3m<force;verify;report=-;thunks=keep>' -mtriple=armv6k-none-eabi -disable-output %s 2>&1 | %FileCheck --check-prefix=JUMPS %s
; RUN: sed 's/null_pointer_is_valid }/null_pointer_is_valid "target-features"="+thumb-mode" }/' %s | %opt -passes='f3m<force;verify;report=-;thunks=keep>' -mtriple=armv6k-none-eabi -disable-output 2>&1 | %FileCheck --check-prefix=CALLS %s
; RUN: sed 's/null_pointer_is_valid }/null_pointer_is_valid "target-features"="+thumb-mode" }/' %s | %opt -passes='f3m<force;verify;report=-;thunks=keep>' -mtriple=armv7-none-eabi -disable-output 2>&1 | %FileCheck --check-prefix=JUMPS %s
; RUN: sed 's/^define void/define coldcc void/' %s | %opt -passes='f3m<force;verify;report=-;thunks=keep>' -mtriple=thumbv7m-none-eabi -disable-output 2>&1 | %FileCheck --check-prefix=CALLS %s
; JUMPS: "merges":1
; CALLS: "merges":0
; CALLS: "frame-grows":1

declare void @step(ptr)

define void @one(ptr %next) #0 {
  store volatile i32 1, ptr %next
  call void %next(ptr null)
  store volatile i32 11, ptr null
  store volatile i32 21, ptr null
  ret void
}

define void @two(ptr %next) #0 {
  store volatile i32 1, ptr %next
  call void %next(ptr null)
  store volatile i32 12, ptr null
  store volatile i32 21, ptr null
  ret void
}

attributes #0 = { nounwind null_pointer_is_valid }
attributes #1 = { nounwind null_pointer_is_valid "disable-tail-calls"="true" }
