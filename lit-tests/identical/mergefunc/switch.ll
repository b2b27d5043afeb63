; The input is llvm/test/Transforms/MergeFunc/switch.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "fn1",
; CHECK-NEXT: "fn2"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 1
; CHECK-NOT: "originals"

define internal i32 @fn1(i32 %a) {
  switch i32 %a, label %b1 [
  i32 1, label %b2
  i32 2, label %b3
  ]
b1:
  ret i32 1
b2:
  ret i32 2
b3:
  ret i32 3
}

define internal i32 @fn2(i32 %a) {
  switch i32 %a, label %b1 [
  i32 1, label %b2
  i32 2, label %b3
  ]
b1:
  ret i32 1
b2:
  ret i32 2
b3:
  ret i32 3
}

; Different switch case value, don't merge.
define internal i32 @fn3(i32 %a) {
  switch i32 %a, label %b1 [
  i32 1000, label %b2
  i32 2, label %b3
  ]
b1:
  ret i32 1
b2:
  ret i32 2
b3:
  ret i32 3
}

define void @caller(i32 %a) {
  %r1 = call i32 @fn1(i32 %a)
  %r2 = call i32 @fn2(i32 %a)
  %r3 = call i32 @fn3(i32 %a)
  ret void
}
