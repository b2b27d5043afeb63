; Arm passes an `i64` in two registers of which the first is an even one, as AArch64 does an `i128` (`a-pair-of-registers-on-aarch64.ll`). Behind a pointer, one register
; stays empty then, and there is none left for the identifier: it would go by the stack, in each call of a recursion and from each thunk.
;
; RUN: %opt -disable-output %s -passes='f3m<force;report=-;only=^pair_>' 2>&1 | %FileCheck %s
; RUN: %opt -disable-output %s -passes='f3m<force;report=-;only=^even_>' 2>&1 | %FileCheck --check-prefix=FITS %s
; CHECK: "merges":0,
; CHECK: "arguments-on-stack":1
; FITS: "merges":1,

target triple = "thumbv7m-none-eabi"

define i32 @pair_one(ptr %p, i64 %n) {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more

more:
  %m = sub i64 %n, 1
  %r = call i32 @pair_one(ptr %p, i64 %m)
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  ret i32 %r

done:
  ret i32 1
}

define i32 @pair_two(ptr %p, i64 %n) {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more

more:
  %m = sub i64 %n, 1
  %r = call i32 @pair_two(ptr %p, i64 %m)
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 4, ptr %p
  ret i32 %r

done:
  ret i32 1
}

define i32 @even_one(i32 %n, ptr %p) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more

more:
  %m = sub i32 %n, 1
  %r = call i32 @even_one(i32 %m, ptr %p)
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  ret i32 %r

done:
  ret i32 1
}

define i32 @even_two(i32 %n, ptr %p) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more

more:
  %m = sub i32 %n, 1
  %r = call i32 @even_two(i32 %m, ptr %p)
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 4, ptr %p
  ret i32 %r

done:
  ret i32 1
}
