; A function that calls itself does so in the shared body, which is one under any linker. A weak function may be
; another at run time: its call of itself goes by its symbol.
; RUN: rm -rf %t && split-file %s %t && sed "s/@one/@two/; s/ 11/ 12/" %t/a.ll > %t/b.ll
; RUN: sed 's/define i32 @\(.*\)(/define weak i32 @\1(/' %t/a.ll > %t/weak-a.ll
; RUN: sed 's/define i32 @\(.*\)(/define weak i32 @\1(/; s/@one/@two/; s/ 11/ 12/' %t/a.ll > %t/weak-b.ll
; RUN: %opt -passes='gfm-analyze<out=%t/a.part>' -disable-output %t/a.ll
; RUN: %opt -passes='gfm-analyze<out=%t/b.part>' -disable-output %t/b.ll
; RUN: %fmerge combine %t/a.part %t/b.part -o %t/summary
; RUN: %fmerge show %t/summary | %FileCheck %s --check-prefix=SHOW
; SHOW: 1 groups pay
; SHOW: 1 parameter
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t/summary;fold=comdat;verify>,verify' -S %t/a.ll | %FileCheck %s
; CHECK: define i32 @one(i32 %x)
; CHECK-NEXT: tail call i32 @[[BODY:fmerge.[0-9a-f]+]](i32 %x, i32 11)
; CHECK: define linkonce_odr hidden i32 @[[BODY]](i32 %x, i32 %0)
; CHECK: %r = call i32 @[[BODY]](i32 %a, i32 %0)

; RUN: %opt -passes='gfm-analyze<out=%t/weak-a.part>' -disable-output %t/weak-a.ll
; RUN: %opt -passes='gfm-analyze<out=%t/weak-b.part>' -disable-output %t/weak-b.ll
; RUN: %fmerge combine %t/weak-a.part %t/weak-b.part --thunk 5 -o %t/weak
; RUN: %fmerge show %t/weak | %FileCheck %s --check-prefix=WEAKSHOW
; WEAKSHOW: 2 parameters
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t/weak;fold=comdat;verify>,verify' -S %t/weak-a.ll | %FileCheck %s --check-prefix=WEAK
; WEAK: define weak i32 @one(i32 %x)
; WEAK-NEXT: tail call i32 @[[BODY:fmerge.[0-9a-f]+]](i32 %x, i32 11, ptr @one)
; WEAK: define linkonce_odr hidden i32 @[[BODY]](i32 %x, i32 %0, ptr %1)
; WEAK: %r = call i32 %1(i32 %a)

;--- a.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @g(i32)
define i32 @one(i32 %x) {
  %l = call i32 @g(i32 11)
  %a = add i32 %x, %l
  %b = call i32 @g(i32 %a)
  %b2 = call i32 @g(i32 %b)
  %b3 = call i32 @g(i32 %b2)
  %b4 = call i32 @g(i32 %b3)
  %c = icmp eq i32 %b4, 0
  br i1 %c, label %end, label %again
again:
  %r = call i32 @one(i32 %a)
  br label %end
end:
  %v = phi i32 [ %a, %0 ], [ %r, %again ]
  ret i32 %v
}
