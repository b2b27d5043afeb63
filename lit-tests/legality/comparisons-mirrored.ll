; a < b is b > a: the two are merged, and each side keeps its meaning, whichever way the left one is written.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not=select
; RUN: sed 's/@left/@1/; s/@right/@left/; s/@1/@right/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --implicit-check-not=select
; RUN: %opt -passes='f3m<force;verify>' %s -o %t.bc
; RUN: lli %t.bc
; Not mirrored, it is another comparison: its operands are selected.
; RUN: sed 's/icmp sgt i32 %b, %a/icmp sgt i32 %a, %b/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=OTHER
; CHECK: define internal {{.*}} @{{left|right}}.fmerge(
; CHECK-NEXT: %a = load
; CHECK-NEXT: %b = load
; CHECK-NEXT: %lt = icmp {{slt i32 %a, %b|sgt i32 %b, %a}}
; CHECK-NEXT: %le = icmp {{ule i32 %a, %b|uge i32 %b, %a}}
; CHECK-NEXT: %x =
; CHECK-NEXT: %y =
; CHECK-NEXT: %flt = fcmp {{olt float %x, %y|ogt float %y, %x}}
; CHECK-NEXT: %both = and i1 %lt, %le
; CHECK-NEXT: %all = and i1 %both, %flt
; CHECK-NEXT: ret i1 %all
; OTHER: define internal {{.*}} @left.fmerge(
; OTHER-COUNT-2: select i1 %fmerge.id, i32
; OTHER: icmp slt i32

define i1 @left(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %lt = icmp slt i32 %a, %b
  %le = icmp ule i32 %a, %b
  %x = sitofp i32 %a to float
  %y = sitofp i32 %b to float
  %flt = fcmp olt float %x, %y
  %both = and i1 %lt, %le
  %all = and i1 %both, %flt
  ret i1 %all
}

define i1 @right(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %lt = icmp sgt i32 %b, %a
  %le = icmp uge i32 %b, %a
  %x = sitofp i32 %a to float
  %y = sitofp i32 %b to float
  %flt = fcmp ogt float %y, %x
  %both = and i1 %lt, %le
  %all = and i1 %both, %flt
  ret i1 %all
}

@one = constant i32 1
@two = constant i32 2

define i32 @main() {
  %a = call i1 @left(ptr @one, ptr @two)
  %b = call i1 @right(ptr @one, ptr @two)
  %c = call i1 @left(ptr @two, ptr @one)
  %d = call i1 @right(ptr @two, ptr @one)
  %yes = and i1 %a, %b
  %no = or i1 %c, %d
  %wrong = icmp ule i1 %yes, %no
  %code = zext i1 %wrong to i32
  ret i32 %code
}
