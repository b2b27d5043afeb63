; A panic inside a pass never unwinds into LLVM: it stops the tool, says what to do, and leaves no output.
; RUN: rm -f %t.bc
; RUN: not %opt -passes=fmerge-trigger-panic %s -o %t.bc 2>&1 \
; RUN:   | %FileCheck %s --implicit-check-not=PLEASE --implicit-check-not='Stack dump'
; RUN: not ls %t.bc
; CHECK: panicked at
; CHECK: {{^}}fmerge: error: internal error in pass fmerge-trigger-panic: the panic that fmerge-trigger-panic asks for; please report; FMERGE_PIPELINE=none switches fmerge off

define void @f() {
  ret void
}
