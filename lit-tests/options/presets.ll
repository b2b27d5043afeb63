; Presets stand in the place of passes, and say what runs early and what runs late.
; RUN: %opt -passes='lto<O2>' -fmerge-pipeline=safe -print-pipeline-passes -disable-output %s | %FileCheck %s --check-prefix=SAFE
; SAFE: identical<others=free;before-inlining>
; SAFE-SAME: inline
; SAFE-SAME: identical<others=free>
; RUN: env FMERGE_PIPELINE=smallest %opt -passes='lto<O2>' -print-pipeline-passes -disable-output %s | %FileCheck %s --check-prefix=SMALLEST
; SMALLEST: identical<others=free;speed=ignore>,gfm<others=free;before-inlining;min-size=40;speed=ignore>,f3m<others=free;before-inlining;min-size=40;min-gain=100;speed=ignore>
; SMALLEST-SAME: inline
; SMALLEST-SAME: fmerge<others=free;speed=ignore;{{[-a-z0-9.=;]+}}>
; RUN: %opt -passes='default<O2>' -fmerge-pipeline=smallest -print-pipeline-passes -disable-output %s | %FileCheck %s --check-prefix=COMPILE
; COMPILE: inline
; COMPILE-SAME: fmerge<others=free;linkonce=skip;threads=1;speed=ignore;{{[-a-z0-9.=;]+}}>
; RUN: %opt -passes='lto<O2>' -fmerge-pipeline=all-functions -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=ALL --implicit-check-not=others=
; ALL: identical<before-inlining>,gfm<before-inlining;min-size=40>,f3m<before-inlining;min-size=40>
; ALL-SAME: inline
; ALL-SAME: ,fmerge,
; RUN: %opt -passes='lto<O2>' -fmerge-pipeline=small -print-pipeline-passes -disable-output %s > %t.small
; RUN: %opt -passes='lto<O2>' -print-pipeline-passes -disable-output %s | cmp - %t.small

; A place that is given by itself goes before the preset.
; RUN: %opt -passes='lto<O2>' -fmerge-pipeline=safe -fmerge-early-pipeline=gfm -print-pipeline-passes -disable-output %s \
; RUN:   | %FileCheck %s --check-prefix=EARLY
; EARLY: gfm
; EARLY-SAME: inline
; EARLY-SAME: identical<others=free>

; They do what they say: equal functions, functions that differ in a constant, functions that do not ask to be small. A thunk
; of one of these takes no time that counts.
; RUN: env FMERGE_LOG=info %opt -passes='thinlto<Oz>' -fmerge-pipeline=safe -S %s 2>&1 | %FileCheck %s --check-prefix=MERGED-SAFE
; MERGED-SAFE: identical: {{[0-9]+}} functions, {{.*}} 1 merges
; RUN: env FMERGE_LOG=info %opt -passes='thinlto<Oz>' -fmerge-pipeline=safe,all-functions -S %s 2>&1 | %FileCheck %s --check-prefix=MERGED-ALL
; MERGED-ALL: identical: {{[0-9]+}} functions, {{.*}} 1 merges

; What does not go together is refused.
; RUN: not %opt -passes='lto<O2>' -fmerge-pipeline=safe,gfm -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MIXED
; MIXED: {{^}}fmerge: error: in -fmerge-pipeline: `safe,gfm`: beside the preset `safe`, only all-functions can stand
; RUN: not env FMERGE_EARLY_PIPELINE=safe %opt -passes='lto<O2>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=PLACE
; PLACE: fmerge: error: in FMERGE_EARLY_PIPELINE: `safe`: a preset says what runs at all places; give it by -fmerge-pipeline or FMERGE_PIPELINE
; RUN: not env FMERGE_PIPELINE=smalest %opt -passes='lto<O2>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=KNOWN
; KNOWN: unknown pass `smalest` (near: `smallest`); known: identical, gfm, {{.*}}fmerge, separated by commas; or a preset, safe, small, smallest, all-functions; or none alone

; RUN: %fmerge options | %FileCheck %s --check-prefix=LISTED
; LISTED: safe
; LISTED-NEXT: equal functions alone
; LISTED: all-functions
; LISTED: others

declare i32 @use(ptr)

define i32 @f(ptr %p) {
  %a = call i32 @use(ptr %p)
  %b = call i32 @use(ptr %p)
  %c = add i32 %a, %b
  %d = call i32 @use(ptr null)
  %e = mul i32 %c, %d
  ret i32 %e
}

define i32 @g(ptr %p) {
  %a = call i32 @use(ptr %p)
  %b = call i32 @use(ptr %p)
  %c = add i32 %a, %b
  %d = call i32 @use(ptr null)
  %e = mul i32 %c, %d
  ret i32 %e
}
