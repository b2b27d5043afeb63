; `fmerge dump` shows functions as f3m sees them, and says what is wrong with a file, and what to do.
; RUN: %opt -passes='f3m<dump=%t.dump>' %s -disable-output
; RUN: %fmerge dump --functions --only='^a$' %t.dump | %FileCheck %s --implicit-check-not=@b
; RUN: %fmerge dump --functions %t.dump | %FileCheck %s --check-prefix=BOTH
; CHECK: @a(t{{[0-9]+}}) -> t{{[0-9]+}} compat 0, 0 calls
; CHECK-NEXT: b0:
; CHECK-NEXT:   i0 = t{{[0-9]+}} k{{[0-9]+}} cost 1 commutes [a0, c0]
; CHECK: terminator {{.*}} [i1, b2, b1]
; BOTH: @a(
; BOTH: @b(

; RUN: not %fmerge dump --functions --only=c %t.dump 2>&1 | %FileCheck %s --check-prefix=NAME
; NAME: no function of {{.*}} has such a name
; RUN: not %fmerge dump %s 2>&1 | %FileCheck %s --check-prefix=FOREIGN
; FOREIGN: not an encoded module; write one with -passes='f3m<dump=FILE>'
; RUN: head -c 100 %t.dump > %t.cut
; RUN: not %fmerge dump %t.cut 2>&1 | %FileCheck %s --check-prefix=CUT
; CUT: damaged or cut off
; RUN: not %fmerge dump --merge=gvn %t.dump 2>&1 | %FileCheck %s --check-prefix=PASS
; PASS: only f3m, or f3m with options
; RUN: not %opt -passes='f3m<dump=%t.dump/x>' %s -disable-output 2>&1 | %FileCheck %s --check-prefix=WRITE
; WRITE: cannot write {{.*}}/x
; RUN: not %opt -passes='fmerge<dump=x>' %s -disable-output 2>&1 | %FileCheck %s --check-prefix=OTHER
; OTHER: `dump` belongs to f3m, not to fmerge

define i32 @a(i32 %x) {
  %sum = add i32 %x, 5
  %small = icmp ult i32 %sum, 9
  br i1 %small, label %then, label %end
then:
  %product = mul i32 %sum, 7
  br label %end
end:
  %result = phi i32 [ %sum, %0 ], [ %product, %then ]
  ret i32 %result
}

define i32 @b(i32 %x) {
  %sum = xor i32 %x, 5
  %low = and i32 %sum, 1
  %high = lshr i32 %sum, 1
  %all = or i32 %low, %high
  ret i32 %all
}
