; Where the linker folds all that is equal, what would stay as a thunk stays as it is, and its calls move all the same.
; RUN: %opt -passes='identical<icf=all;verify>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,ALL
; RUN: %opt -passes='identical<icf=safe;verify>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,THUNK
; RUN: %opt -passes='identical<icf=none;verify>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,THUNK
; What is no linker folds nothing, unless it is told that one will.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,THUNK
; RUN: %opt -passes='identical<icf=all;force;verify>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,THUNK
; RUN: not %opt -passes='identical<icf=some>' -S %s 2>&1 | %FileCheck %s --check-prefix=ERROR
; ERROR: icf

; Its own call moves as well, so that it stays equal to the other.
; CHECK: define internal i32 @second(
; THUNK-NEXT: tail call i32 @first(
; ALL: call i32 @first(
; ALL: ret i32
; CHECK: define i32 @caller(
; CHECK: call i32 @first(
; CHECK-NEXT: call i32 @first(

; Where one promises more, neither does: the linker is to find the same code.
; ALL: define internal i32 @promising(
; ALL-NEXT: %a = mul i32 %x, 9
; ALL: define internal i32 @plain(
; ALL-NEXT: %a = mul i32 %x, 9

; A table of call sites keeps the linker from folding.
; CHECK: define internal i32 @second_with_pad(
; CHECK-NEXT: tail call i32 @first_with_pad(

; Not so on 32-bit Arm, where that table is in no row of `.eh_frame`.
; RUN: sed 's/x86_64-unknown-linux-gnu/thumbv7m-none-eabi/' %s | %opt -passes='identical<icf=all;verify>,verify' -S | %FileCheck %s --check-prefix=ARM
; ARM: define internal i32 @second_with_pad(
; ARM-NEXT: %a = mul i32 %x, 5

; By a profile, LLVM makes different code of the two.
; RUN: sed 's/^define internal i32 @second(i32 %%x)/& !prof !0/; $a !0 = !{!"function_entry_count", i64 7}' %s \
; RUN:   | %opt -passes='identical<icf=all;verify>,verify' -S | %FileCheck %s --check-prefixes=CHECK,THUNK

; A second run finds nothing: what follows is not counted as a merge again.
; RUN: %opt -passes='identical<icf=all>,identical<icf=all;report=%t.json>' -disable-output %s
; RUN: %FileCheck %s --check-prefix=AGAIN < %t.json
; AGAIN: "merges":0,
; What the linker would have saved is not ours.
; RUN: %opt -passes='identical<icf=all;report=%t.json>' -disable-output %s
; RUN: %FileCheck %s --check-prefix=GAIN < %t.json
; GAIN: "merges":3,{{.*}}"gain":0,{{.*}}"gain":40,
target triple = "x86_64-unknown-linux-gnu"

@table = global [6 x ptr] [ptr @first, ptr @second, ptr @promising, ptr @plain, ptr @first_with_pad, ptr @second_with_pad]
declare i32 @__gxx_personality_v0(...)
declare i32 @work(i32)

define internal i32 @first(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = call i32 @work(i32 %b)
  %d = icmp sgt i32 %c, 9
  br i1 %d, label %again, label %end
again:
  %e = call i32 @first(i32 %c)
  br label %end
end:
  %f = phi i32 [ %c, %0 ], [ %e, %again ]
  %g = sub i32 %f, %x
  ret i32 %g
}

define internal i32 @second(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = call i32 @work(i32 %b)
  %d = icmp sgt i32 %c, 9
  br i1 %d, label %again, label %end
again:
  %e = call i32 @second(i32 %c)
  br label %end
end:
  %f = phi i32 [ %c, %0 ], [ %e, %again ]
  %g = sub i32 %f, %x
  ret i32 %g
}

define i32 @caller(i32 %x) {
  %a = call i32 @first(i32 %x)
  %b = call i32 @second(i32 %x)
  %c = add i32 %a, %b
  ret i32 %c
}

define internal i32 @promising(i32 %x) {
  %a = mul nsw i32 %x, 9
  %b = xor i32 %a, 11
  %c = call i32 @work(i32 %b)
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @plain(i32 %x) {
  %a = mul i32 %x, 9
  %b = xor i32 %a, 11
  %c = call i32 @work(i32 %b)
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @first_with_pad(i32 %x) personality ptr @__gxx_personality_v0 {
  %a = mul i32 %x, 5
  %b = xor i32 %a, 77
  %c = invoke i32 @work(i32 %b) to label %end unwind label %pad
end:
  %d = sub i32 %c, %x
  ret i32 %d
pad:
  %p = landingpad { ptr, i32 } catch ptr null
  %e = call i32 @work(i32 %a)
  ret i32 %e
}

define internal i32 @second_with_pad(i32 %x) personality ptr @__gxx_personality_v0 {
  %a = mul i32 %x, 5
  %b = xor i32 %a, 77
  %c = invoke i32 @work(i32 %b) to label %end unwind label %pad
end:
  %d = sub i32 %c, %x
  ret i32 %d
pad:
  %p = landingpad { ptr, i32 } catch ptr null
  %e = call i32 @work(i32 %a)
  ret i32 %e
}
