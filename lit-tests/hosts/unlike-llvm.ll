; An LLVM that is not like the one that the plugin was built with is found out by a test at load, and nothing is merged. The pass
; makes that test expect something wrong.
; RUN: rm -f %t.bc
; RUN: not %opt -passes=fmerge-trigger-mismatch %s -o %t.bc 2>&1 | %FileCheck %s --implicit-check-not=PLEASE
; RUN: not ls %t.bc
; CHECK: fmerge: error: this LLVM {{[0-9]+}} is not like the one that the plugin was built with, so nothing is merged: it says `br i1 %less, label %yes, label %no, !prof !0` where `br i1 %less, label %no, label %yes, !prof !0` was meant; build the plugin with this LLVM's own llvm-config

define void @f() {
  ret void
}
