; AArch64 passes an `i128` in two registers of which the first is an even one. Behind five arguments, one register stays empty then, and there
; is none left for the identifier: it would go by the stack, in each call of a recursion and from each thunk. Two `i64` take what is there.
;
; RUN: sed 's/TYPE/i128/' %s | %opt -disable-output -passes='f3m<force;report=-;only=^f_>' 2>&1 | %FileCheck %s
; RUN: sed 's/TYPE/i64/' %s | %opt -disable-output -passes='f3m<force;report=-;only=^f_>' 2>&1 | %FileCheck --check-prefix=FITS %s
; CHECK: "merges":0,
; CHECK: "arguments-on-stack":1
; FITS: "merges":1,

target triple = "aarch64-none-elf"

define i64 @f_one(i64 %a, i64 %b, i64 %c, i64 %d, ptr %p, TYPE %n) {
  %end = icmp eq TYPE %n, 0
  br i1 %end, label %done, label %more

more:
  %m = sub TYPE %n, 1
  %r = call i64 @f_one(i64 %a, i64 %b, i64 %c, i64 %d, ptr %p, TYPE %m)
  store volatile i64 1, ptr %p
  store volatile i64 2, ptr %p
  store volatile i64 3, ptr %p
  ret i64 %r

done:
  ret i64 1
}

define i64 @f_two(i64 %a, i64 %b, i64 %c, i64 %d, ptr %p, TYPE %n) {
  %end = icmp eq TYPE %n, 0
  br i1 %end, label %done, label %more

more:
  %m = sub TYPE %n, 1
  %r = call i64 @f_two(i64 %a, i64 %b, i64 %c, i64 %d, ptr %p, TYPE %m)
  store volatile i64 1, ptr %p
  store volatile i64 2, ptr %p
  store volatile i64 4, ptr %p
  ret i64 %r

done:
  ret i64 1
}
