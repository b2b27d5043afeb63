; A file of families that does not fit the module is an error that says what is wrong.
; RUN: split-file %s %t
; RUN: not %opt -passes='f3m<by-hand=%t/order.json>' -disable-output %t/module.ll 2>&1 | %FileCheck %s --check-prefix=ORDER
; RUN: not %opt -passes='f3m<by-hand=%t/none.json>' -disable-output %t/module.ll 2>&1 | %FileCheck %s --check-prefix=NONE
; RUN: not %opt -passes='f3m<by-hand=%t/twice.json>' -disable-output %t/module.ll 2>&1 | %FileCheck %s --check-prefix=TWICE
; ORDER: by-hand: a and b and c, row 0: i0 of side2 comes after a later instruction
; NONE: by-hand: no function d takes part, or it is merged already
; TWICE: by-hand: a and b and c, row 1: b0 of side1 is in a row before

;--- order.json
[{"members": ["a", "b", "c"], "rows": [{"blocks": [0, 0, 0], "matches": [[0, 0, 1], [1, 1, 0]]}]}]
;--- none.json
[{"members": ["a", "b", "d"]}]
;--- twice.json
[{"members": ["a", "b", "c"], "rows": [{"blocks": [0, 0, null]}, {"blocks": [null, 0, 0]}]}]
;--- module.ll
target triple = "x86_64-unknown-linux-gnu"
define void @a(ptr %p) minsize {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  ret void
}
define void @b(ptr %p) minsize {
  store volatile i32 4, ptr %p
  store volatile i32 5, ptr %p
  store volatile i32 6, ptr %p
  ret void
}
define void @c(ptr %p) minsize {
  store volatile i32 7, ptr %p
  store volatile i32 8, ptr %p
  store volatile i32 9, ptr %p
  ret void
}
