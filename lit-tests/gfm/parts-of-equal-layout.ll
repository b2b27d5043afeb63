; A thunk converts pairs part by part where the shared body has a pointer and the thunk's function an
; integer of its size.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define { i64, i64 } @numbers({ i64, i64 } %s)
; CHECK-NEXT: extractvalue { i64, i64 } %s, 0
; CHECK-NEXT: inttoptr
; CHECK-NEXT: insertvalue { ptr, i64 } poison
; CHECK-NEXT: extractvalue { i64, i64 } %s, 1
; CHECK-NEXT: insertvalue { ptr, i64 }
; CHECK-NEXT: tail call { ptr, i64 } @slice.gfm({ ptr, i64 } %{{.*}}, i64 7)
; CHECK: ptrtoint
; CHECK: ret { i64, i64 }
; CHECK: define { ptr, i64 } @slice({ ptr, i64 } %s)
; CHECK-NEXT: tail call { ptr, i64 } @slice.gfm({ ptr, i64 } %s, i64 5)
; CHECK: define internal { ptr, i64 } @slice.gfm({ ptr, i64 } %s, i64 %0)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define { i64, i64 } @numbers({ i64, i64 } %s) {
  %old = extractvalue { i64, i64 } %s, 1
  %new = sub i64 %old, 7
  %at = extractvalue { i64, i64 } %s, 0
  %a = insertvalue { i64, i64 } poison, i64 %at, 0
  %b = insertvalue { i64, i64 } %a, i64 %new, 1
  ret { i64, i64 } %b
}

define { ptr, i64 } @slice({ ptr, i64 } %s) {
  %old = extractvalue { ptr, i64 } %s, 1
  %new = sub i64 %old, 5
  %at = extractvalue { ptr, i64 } %s, 0
  %a = insertvalue { ptr, i64 } poison, ptr %at, 0
  %b = insertvalue { ptr, i64 } %a, i64 %new, 1
  ret { ptr, i64 } %b
}
