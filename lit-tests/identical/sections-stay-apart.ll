; Equal functions of different sections, or of a named one and none, do not become one: a thunk in RAM must not jump to the
; flash. Those of one section do, and what they share is there.
; RUN: sed 's/ ONE/ section ".ramfunc"/; s/ TWO/ section ".ramfunc"/' %s | %opt -passes='identical<speed=ignore;verify>,verify' -S | %FileCheck --check-prefix=ONE %s
; RUN: sed 's/ ONE/ section ".ramfunc"/; s/ TWO//' %s | %opt -passes='identical<speed=ignore;verify>,verify' -S | %FileCheck --check-prefix=APART %s
; RUN: sed 's/ ONE/ section ".init.text"/; s/ TWO/ section ".text.unlikely"/' %s | %opt -passes='identical<speed=ignore;verify>,verify' -S | %FileCheck --check-prefix=APART %s
; RUN: sed 's/ ONE/ "implicit-section-name"=".ramfunc"/; s/ TWO//' %s | %opt -passes='identical<speed=ignore;verify>,verify' -S | %FileCheck --check-prefix=APART %s
; ONE: define i32 @two({{.*}} section ".ramfunc"
; ONE-NEXT: tail call i32 @one
; APART-NOT: call

define i32 @one(ptr %p) ONE {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}

define i32 @two(ptr %p) TWO {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}
