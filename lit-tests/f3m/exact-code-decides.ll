; With `profit=exact`, code is generated for what the estimate cannot decide. Constants of 64 bits are twice as long
; as the model thinks, so that sharing them pays; rotations are a third as long, so that sharing them does not.
; Merges are told with what they really save, and only those that are made have numbers: the limit of 1 admits one.
; RUN: %opt -passes='f3m<speed=ignore;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=MODEL --implicit-check-not='merged big'
; RUN: %opt -passes='f3m<speed=ignore;verify;profit=exact>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=EXACT --implicit-check-not='merged rot'
; RUN: %opt -passes='f3m<speed=ignore;verify;profit=exact;limit=1>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=EXACT
; RUN: %opt -passes='f3m<speed=ignore;verify;profit=exact;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=REPORT
; RUN: %opt -passes='f3m<speed=ignore;verify;profit=exact>' -S %s | %FileCheck %s --check-prefix=LEFT
; The papers count instructions alone, each as 4 bytes.
; RUN: %opt -passes='f3m<speed=ignore;verify;profit=tti>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=TTI
; A program that generates no code for the module's target goes by the model, and says so.
; RUN: sed 's/x86_64-unknown-linux-gnu//' %s > %t.ll
; RUN: %opt -passes='f3m<speed=ignore;verify;profit=exact>,verify' -pass-remarks-output=- -disable-output %t.ll > %t.remarks 2> %t.log
; RUN: %FileCheck %s --check-prefix=MODEL --implicit-check-not='merged big' < %t.remarks
; RUN: %FileCheck %s --check-prefix=NONE < %t.log
; MODEL: merged rot1 and rot2, saving
; EXACT: merged big1 and big2, saving {{[3-9][0-9]}} bytes
; TTI: merged rot1 and rot2, saving
; REPORT: "merges":1,
; REPORT: "gain":{{[3-9][0-9]}},
; REPORT: "unprofitable":1
; REPORT: "weigh":
; Nothing of what was weighed and not merged stays in the module.
; LEFT-NOT: rot1.fmerge
; LEFT: define i32 @rot1(
; LEFT-NOT: call
; LEFT: define i32 @rot2(
; LEFT-NOT: rot1.fmerge
; NONE: warning: profit=exact: this program generates no code for

target triple = "x86_64-unknown-linux-gnu"

define i64 @big1(i64 %a) minsize optsize {
  %x0 = xor i64 %a, 5
  %m0 = mul i64 %x0, 1311768467463790321
  %x1 = xor i64 %m0, 7988465003031441937
  %m1 = mul i64 %x1, 1312051046263939058
  %x2 = xor i64 %m1, 7988465002745110784
  %m2 = mul i64 %x2, 1312333625064087795
  %x3 = xor i64 %m2, 7988465002458779631
  ret i64 %x3
}

define i64 @big2(i64 %a) minsize optsize {
  %x0 = xor i64 %a, 77777
  %m0 = mul i64 %x0, 1311768467463790321
  %x1 = xor i64 %m0, 7988465003031441937
  %m1 = mul i64 %x1, 1312051046263939058
  %x2 = xor i64 %m1, 7988465002745110784
  %m2 = mul i64 %x2, 1312333625064087795
  %x3 = xor i64 %m2, 7988465002458779631
  ret i64 %x3
}

define i32 @rot1(i32 %a) minsize optsize {
  %x0 = add i32 %a, 5
  %l0 = shl i32 %x0, 3
  %r0 = lshr i32 %x0, 29
  %x1 = or i32 %l0, %r0
  %l1 = shl i32 %x1, 4
  %r1 = lshr i32 %x1, 28
  %x2 = or i32 %l1, %r1
  %l2 = shl i32 %x2, 5
  %r2 = lshr i32 %x2, 27
  %x3 = or i32 %l2, %r2
  %l3 = shl i32 %x3, 6
  %r3 = lshr i32 %x3, 26
  %x4 = or i32 %l3, %r3
  %l4 = shl i32 %x4, 7
  %r4 = lshr i32 %x4, 25
  %x5 = or i32 %l4, %r4
  ret i32 %x5
}

define i32 @rot2(i32 %a) minsize optsize {
  %x0 = add i32 %a, 77777
  %l0 = shl i32 %x0, 3
  %r0 = lshr i32 %x0, 29
  %x1 = or i32 %l0, %r0
  %l1 = shl i32 %x1, 4
  %r1 = lshr i32 %x1, 28
  %x2 = or i32 %l1, %r1
  %l2 = shl i32 %x2, 5
  %r2 = lshr i32 %x2, 27
  %x3 = or i32 %l2, %r2
  %l3 = shl i32 %x3, 6
  %r3 = lshr i32 %x3, 26
  %x4 = or i32 %l3, %r3
  %l4 = shl i32 %x4, 7
  %r4 = lshr i32 %x4, 25
  %x5 = or i32 %l4, %r4
  ret i32 %x5
}
