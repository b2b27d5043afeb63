; Two functions do the same, but one promises by scopes that pointers do not meet, and its blocks have another order. LLVM makes
; the same code of both, which the linker folds: a merge would keep the two addresses apart, for a thunk at each.
; RUN: %opt -passes='fmerge<icf=all;speed=ignore;report=%t.json>' -S %s | %FileCheck %s --implicit-check-not='.fmerge'
; RUN: %FileCheck %s --check-prefix=REPORT < %t.json
; CHECK: define internal void @promising(
; CHECK: define internal void @plain(
; REPORT: "merges":0,{{.*}}"pair_rejects":{"left-to-linker":1}

; Where it does not fold them, or only those whose addresses do not matter, they are merged.
; RUN: %opt -passes='fmerge<icf=safe;speed=ignore;verify>,verify' -S %s | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='fmerge<icf=none;speed=ignore;verify>,verify' -S %s | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='fmerge<icf=all;force;verify>,verify' -S %s | %FileCheck %s --check-prefix=MERGED
; MERGED: define internal void @promising.fmerge(

; One that does something else on the way is merged with either as ever.
; RUN: sed '/^define.*@promising/,/^}/s/77/78/' %s | %opt -passes='fmerge<icf=all;speed=ignore;verify>,verify' -S | %FileCheck %s --check-prefix=OTHER
; OTHER: define internal void @promising.{{fmerge|gfm}}(
target triple = "x86_64-unknown-linux-gnu"

@table = global [2 x ptr] [ptr @promising, ptr @plain]
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare i32 @work(i32)
declare i32 @rest(i32)

define internal void @promising(ptr %p, ptr %q) minsize optsize {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %a = load i32, ptr %p, !alias.scope !0
  %b = mul i32 %a, 91
  %c = call i32 @work(i32 %b)
  %d = icmp eq i32 %c, 0
  br i1 %d, label %end, label %more
end:
  %e = call i32 @rest(i32 %b)
  ret void
more:
  %f = call i32 @work(i32 %c)
  %g = xor i32 %f, 77
  %h = call i32 @rest(i32 %g)
  store i32 %h, ptr %q, !noalias !0
  %i = call i32 @work(i32 %h)
  %j = call i32 @rest(i32 %i)
  store i32 %j, ptr %p, !alias.scope !0
  ret void
}

define internal void @plain(ptr %p, ptr %q) minsize optsize {
  %a = load i32, ptr %p
  %b = mul i32 %a, 91
  %c = call i32 @work(i32 %b)
  %d = icmp eq i32 %c, 0
  br i1 %d, label %end, label %more
more:
  %f = call i32 @work(i32 %c)
  %g = xor i32 %f, 77
  %h = call i32 @rest(i32 %g)
  store i32 %h, ptr %q
  %i = call i32 @work(i32 %h)
  %j = call i32 @rest(i32 %i)
  store i32 %j, ptr %p
  ret void
end:
  %e = call i32 @rest(i32 %b)
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2, !"promising: %p"}
!2 = distinct !{!2, !"promising"}
