; A promise about one argument stays with its place: such a call does not commute.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/noundef //' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not=select
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: select i1 %fmerge.id
; CHECK: call i32 @llvm.smax.i32(i32
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call i32 @llvm.smax.i32(i32 %a, i32 %b)

define i32 @left(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %max = call i32 @llvm.smax.i32(i32 noundef %a, i32 %b)
  ret i32 %max
}

define i32 @right(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %max = call i32 @llvm.smax.i32(i32 %b, i32 %a)
  ret i32 %max
}
