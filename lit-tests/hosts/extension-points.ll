; Where our passes stand in LLVM's pipelines: last, and only in steps after which no link optimises again; in
; full LTO also first, before anything is inlined.
; RUN: %opt -passes='default<Oz>' -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=COMPILE
; RUN: %opt -passes='default<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=COMPILE
; RUN: %opt -passes='thinlto<O2>' -print-pipeline-passes -disable-output %s | %FileCheck %s --check-prefix=LAST
; RUN: %opt -passes='lto<O2>' -print-pipeline-passes -disable-output %s | %FileCheck %s --check-prefix=LAST
; COMPILE: inline
; COMPILE-SAME: fmerge<others=free;linkonce=skip;threads=1>
; LAST: inline
; LAST-SAME: fmerge<others=free>
; RUN: %opt -passes='lto<O2>' -print-pipeline-passes -disable-output %s | %FileCheck %s --check-prefix=EARLY
; EARLY: globaldce,globalopt,constmerge,identical<others=free;before-inlining>,gfm<others=free;before-inlining;min-size=40>,f3m<others=free;before-inlining;min-size=40>
; EARLY-SAME: inline
; RUN: %opt -passes='lto<O2>' -fmerge-pipeline=f3m -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=ONLY --implicit-check-not=identical --implicit-check-not=fmerge
; ONLY: f3m
; RUN: %opt -passes='lto<O2>' -fmerge-early-pipeline=gfm -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=GIVEN
; GIVEN: globaldce,globalopt,constmerge,gfm
; GIVEN-SAME: inline
; GIVEN-SAME: fmerge<others=free>

; RUN: %opt -passes='thinlto-pre-link<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=PRE --implicit-check-not=fmerge
; RUN: %opt -passes='lto-pre-link<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=PRE --implicit-check-not=fmerge
; PRE: inline

define void @f() {
  ret void
}
