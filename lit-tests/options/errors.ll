; What is wrong in a pass text stops the tool with a plain message, a failing status and no crash report.
; RUN: not %opt -passes='f3m<explore=many>' -disable-output %s 2>&1 \
; RUN:   | %FileCheck %s --check-prefix=NUMBER --implicit-check-not=PLEASE
; NUMBER: {{^}}fmerge: error: in -passes: f3m: option `explore` cannot be `many`; allowed: a whole number, 1 to 1000

; RUN: not %opt -passes='f3m<explore=1001>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=RANGE
; RANGE: fmerge: error: in -passes: f3m: option `explore` cannot be `1001`; allowed: a whole number, 1 to 1000

; RUN: not %opt -passes='f3m<treshold=0.5>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=UNKNOWN
; UNKNOWN: fmerge: error: in -passes: f3m: unknown option `treshold`; did you mean `threshold`?

; RUN: not %opt -passes='f3m<only=[>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=REGEX
; REGEX: fmerge: error: in -passes: f3m: option `only` cannot be `[`

; RUN: not %opt -passes='gfm-analyze<force>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=OTHER
; OTHER: fmerge: error: in -passes: gfm-analyze: option `force` belongs to identical, gfm, gfm-merge, f3m, f3m-combine, fmerge, not to gfm-analyze

; A name that is not ours is LLVM's to refuse, and our passes hold no others.
; RUN: not %opt -passes='f3n' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=NAME
; NAME: unknown pass name 'f3n'
; RUN: not %opt -passes='f3m(globaldce)' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=INNER
; INNER: invalid use of 'f3m' pass as module pipeline

; The same in the pipeline of the extension points, with the name of whoever gave it.
; RUN: not %opt -passes='default<Oz>' -fmerge-pipeline='f3m,f3m<explore=0>' -disable-output %s 2>&1 \
; RUN:   | %FileCheck %s --check-prefix=OPTION --implicit-check-not=PLEASE
; OPTION: {{^}}fmerge: error: in -fmerge-pipeline: f3m: option `explore` cannot be `0`
; RUN: not env FMERGE_PIPELINE='f3m,none' %opt -passes='default<Oz>' -disable-output %s 2>&1 \
; RUN:   | %FileCheck %s --check-prefix=VARIABLE
; VARIABLE: fmerge: error: in FMERGE_PIPELINE: unknown pass `none`; known: identical, gfm, gfm-analyze, gfm-merge, f3m, f3m-analyze, f3m-combine, f3m-merge, fmerge
; RUN: not env FMERGE_PIPELINE='f3m,,f3m' %opt -passes='default<Oz>' -disable-output %s 2>&1 \
; RUN:   | %FileCheck %s --check-prefix=EMPTY
; EMPTY: fmerge: error: in FMERGE_PIPELINE: unknown pass ``

define void @f() {
  ret void
}
