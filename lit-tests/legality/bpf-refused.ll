; The kernel proves each path of a program of BPF before it runs it, and accepted these programs only before functions were
; merged: "same insn cannot be used with different pointers", where one body served two kinds of pointers; an argument that one
; original lacks is a register that nobody wrote, which no code may read; a function that became one with its callee called
; itself; thunks made nine calls deep of eight; frames took more than the 512 bytes that all have together. Names as `f.gfm` made
; all of BTF invalid. Loaders take each function outside of `.text` for a program, of which none may be local, nor call another.
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='gfm<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='f3m<families=2;force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s
; RUN: %opt -passes='fmerge<force;verify>,verify' -S %s | %FileCheck --check-prefix=CODE %s
; RUN: sed 's/"bpfel"/"bpf"/' %s | %opt -passes='fmerge<force;verify>,verify' -S | %FileCheck --check-prefix=CODE %s
; RUN: sed 's/"bpfel"/"bpfeb-unknown-none"/' %s | %opt -passes='fmerge<force;verify>,verify' -S | %FileCheck --check-prefix=CODE %s
; RUN: sed '/^define/s/(ptr %%p)/& section "xdp"/' %s | %opt -passes='fmerge<force;verify>,verify' -S | %FileCheck --check-prefix=CODE %s
; RUN: sed '/^define/s/(ptr %%p)/& section ".text"/' %s | %opt -passes='fmerge<force;verify>,verify' -S | %FileCheck --check-prefix=CODE %s
; RUN: sed 's/define i32/define internal i32/' %s | %opt -passes='fmerge<force;verify>,verify' -S | %FileCheck --check-prefix=CODE %s
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s && %fmerge combine %t.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=comdat;verify>,verify' -S %s | %FileCheck --check-prefix=CODE %s
; Those of other targets are merged, by each of these passes.
; RUN: sed 's/"bpfel"/"x86_64-unknown-linux-gnu"/' %s > %t.other.ll
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -pass-remarks-output=- -disable-output %t.other.ll | %FileCheck --check-prefix=MERGED %s
; RUN: %opt -passes='gfm<force;verify>,verify' -pass-remarks-output=- -disable-output %t.other.ll | %FileCheck --check-prefix=MERGED %s
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %t.other.ll | %FileCheck --check-prefix=MERGED %s
; RUN: %opt -passes='gfm-analyze<out=%t.other.part>' -disable-output %t.other.ll && %fmerge combine %t.other.part --thunk 0 --parameter 0 -o %t.other.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.other.summary;fold=comdat;verify>,verify' -S %t.other.ll | %FileCheck --check-prefix=SHARED %s
; CHECK-COUNT-5: bpf-program
; CHECK-NOT: Passed
; CODE-NOT: fmerge
; CODE-NOT: alias
; CODE: define {{.*}}i32 @left(
; CODE-NOT: define
; CODE: define {{.*}}i32 @right(
; CODE-NOT: define
; CODE: define {{.*}}i32 @same(
; CODE-NOT: define
; CODE: define {{.*}}i32 @similar(
; CODE-NOT: define
; CODE: define i64 @user(
; CODE-NOT: define
; MERGED: Passed
; SHARED: define linkonce_odr hidden {{.*}} @fmerge.

target triple = "bpfel"

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @same(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @similar(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  %e = sub i32 %d, %a
  store i32 %e, ptr %p
  ret i32 %e
}

define i64 @user(ptr %p) {
  %a = call i32 @left(ptr %p)
  %b = call i32 @right(ptr %p)
  %c = call i32 @same(ptr %p)
  %d = call i32 @similar(ptr %p)
  %e = add i32 %a, %b
  %f = mul i32 %c, %d
  %g = xor i32 %e, %f
  %h = zext i32 %g to i64
  ret i64 %h
}
