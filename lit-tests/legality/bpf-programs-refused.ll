; Loaders of BPF take each function that is not in `.text` for a program: none of them may be local, nor call another one.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='gfm<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='fmerge<force;verify>,verify' -S %s | %FileCheck --check-prefix=CODE %s
; RUN: sed 's/ section "xdp"/ #0/' %s | %opt -passes='fmerge<force;verify>,verify' -S | %FileCheck --check-prefix=CODE %s
; Those in `.text` are merged, and so are those of other targets.
; RUN: sed 's/ section "xdp"//' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck --check-prefix=MERGED %s
; RUN: sed 's/ section "xdp"/ section ".text"/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck --check-prefix=MERGED %s
; RUN: sed 's/"bpfel"/"x86_64-unknown-linux-gnu"/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck --check-prefix=MERGED %s
; CHECK: program-section
; CHECK-NOT: Passed
; CODE-NOT: fmerge
; CODE-NOT: define internal
; CODE-NOT: call i32 @
; MERGED: merged

target triple = "bpfel"

define i32 @left(ptr %p) section "xdp" {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @right(ptr %p) section "xdp" {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @same(ptr %p) section "xdp" {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

attributes #0 = { "implicit-section-name"="xdp" }
