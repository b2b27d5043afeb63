; A function that never ran has no branch weights. Those of one that did hold for both, whichever is kept.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/!prof !0/!prof !X/; s/!prof !1/!prof !0/; s/!prof !X/!prof !1/; s/, !prof !2//; s/;RIGHT/, !prof !2/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/%a, 5/%a, 3/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s
; RUN: sed 's/%a, 5/%a, 3/; s/!prof !0/!prof !X/; s/!prof !1/!prof !0/; s/!prof !X/!prof !1/; s/, !prof !2//; s/;RIGHT/, !prof !2/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s
; RUN: %opt -passes='gfm<force>,verify' -S %s | %FileCheck %s
; RUN: sed 's/!prof !0/!prof !X/; s/!prof !1/!prof !0/; s/!prof !X/!prof !1/; s/, !prof !2//; s/;RIGHT/, !prof !2/' %s | %opt -passes='gfm<force>,verify' -S | %FileCheck %s
; A function that ran has no weights where it never came by, and one that the profile does not know has none at all.
; RUN: sed 's/i64 0}/i64 1}/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/i64 0}/i64 1}/; s/%a, 5/%a, 3/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s
; RUN: sed 's/ !prof !1//' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ !prof !1//; s/%a, 5/%a, 3/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s
; Where there is no profile, the program has given the weights of one, and means nothing by those of the other.
; RUN: sed 's/ !prof !1//; s/ !prof !0//' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=NONE --implicit-check-not='i32 77'
; CHECK: br i1 %c, label %{{.*}}, label %{{.*}}, !prof ![[WEIGHTS:[0-9]+]]
; CHECK: ![[WEIGHTS]] = !{!"branch_weights", i32 77, i32 3}
; NONE: br i1 %c, label %{{[a-z0-9.]+}}, label %{{[a-z0-9.]+$}}

declare void @f(i32)
declare void @g()

define internal void @left(i32 %a) !prof !0 {
  %b = mul i32 %a, 3
  %c = icmp slt i32 %b, 7
  call void @f(i32 %b)
  br i1 %c, label %yes, label %no, !prof !2
yes:
  call void @f(i32 1)
  ret void
no:
  call void @g()
  ret void
}

define internal void @right(i32 %a) !prof !1 {
  %b = mul i32 %a, 5
  %c = icmp slt i32 %b, 7
  call void @f(i32 %b)
  br i1 %c, label %yes, label %no;RIGHT
yes:
  call void @f(i32 1)
  ret void
no:
  call void @g()
  ret void
}

define void @caller(i32 %a) {
  call void @left(i32 %a)
  call void @right(i32 %a)
  ret void
}

!0 = !{!"function_entry_count", i64 10}
!1 = !{!"function_entry_count", i64 0}
!2 = !{!"branch_weights", i32 77, i32 3}
