; opt loads the plugin, and runs our passes alone and among others.
; RUN: env FMERGE_LOG=info %opt -passes=f3m -disable-output %s 2>&1 | %FileCheck %s --check-prefix=F3M
; RUN: env FMERGE_LOG=info %opt -passes='globaldce,f3m<explore=4>,identical' -disable-output %s 2>&1 \
; RUN:   | %FileCheck %s --check-prefixes=F3M,EQUAL
; RUN: env FMERGE_PIPELINE=none FMERGE_LOG=info %opt -passes=f3m -disable-output %s 2>&1 \
; RUN:   | %FileCheck %s --check-prefix=F3M

; F3M:  fmerge: info: f3m on {{.*}}opt.ll: 2 functions
; EQUAL: fmerge: info: identical on {{.*}}opt.ll: 2 functions

; Named outright, a pass runs as often as it is named: nothing is added where `-passes` is no default pipeline.
; RUN: %opt -passes='f3m<explore=4>,globaldce' -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=PRINT
; PRINT: {{^}}f3m<explore=4>,globaldce,verify{{$}}

; As any optimisation, it can be left out to find a wrong one.
; RUN: env FMERGE_LOG=info %opt -passes=f3m -opt-bisect-limit=0 -disable-output %s 2>&1 \
; RUN:   | %FileCheck %s --check-prefix=BISECT --implicit-check-not='fmerge: info'
; BISECT: NOT running pass (1) FMergePass

; Without FMERGE_LOG nothing is said.
; RUN: %opt -passes=f3m -disable-output %s 2>&1 | count 0

define i32 @f(i32 %x) minsize {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @g(i32 %x) minsize {
  %y = add i32 %x, 2
  ret i32 %y
}
