; FMERGE_LOG sets the level; unset, only warnings and errors show. None of it goes to standard output.
; RUN: env FMERGE_LOG=info %opt -passes=f3m -S %s 2>/dev/null | %FileCheck %s --implicit-check-not='fmerge: '
; RUN: env FMERGE_LOG=warn %opt -passes=f3m -disable-output %s 2>&1 | count 0
; RUN: env FMERGE_LOG=fmerge=info %opt -passes=f3m -disable-output %s 2>&1 | %FileCheck %s --check-prefix=INFO
; CHECK: define void @f
; INFO: {{^}}fmerge: info: f3m on

define void @f() {
  ret void
}
