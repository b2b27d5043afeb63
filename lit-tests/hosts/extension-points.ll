; Where our passes stand in LLVM's pipelines: last, and only in steps after which no link optimises again.
; RUN: %opt -passes='default<Oz>' -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=COMPILE
; RUN: %opt -passes='default<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=COMPILE
; RUN: %opt -passes='thinlto<O2>' -print-pipeline-passes -disable-output %s | %FileCheck %s --check-prefix=LAST
; RUN: %opt -passes='lto<O2>' -print-pipeline-passes -disable-output %s | %FileCheck %s --check-prefix=LAST
; COMPILE: inline
; COMPILE-SAME: f3m<size-only;linkonce=skip>
; LAST: inline
; LAST-SAME: f3m<size-only>

; RUN: %opt -passes='thinlto-pre-link<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=PRE --implicit-check-not=f3m
; RUN: %opt -passes='lto-pre-link<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=PRE --implicit-check-not=f3m
; PRE: inline

define void @f() {
  ret void
}
