; A flag that only one side promises goes: nuw, nsw, exact, disjoint, nneg, samesign, inbounds.
; RUN: %spelled %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: %a = add nuw i32
; CHECK: %b = sdiv i32
; CHECK: %c = or i32
; CHECK: %d = zext i32
; CHECK: %e = getelementptr nuw i8
; CHECK: %f = icmp ult i32
; CHECK: %g = trunc nsw i64

define i1 @left(i32 %x, ptr %p) {
  %a = add nuw nsw i32 %x, 3
  %b = sdiv exact i32 %a, 3
  %c = or disjoint i32 %b, 1
  %d = zext nneg i32 %c to i64
  %e = getelementptr inbounds nuw i8, ptr %p, i64 %d
  store i8 0, ptr %e
  %f = icmp samesign ult i32 %c, 9
  %g = trunc nuw nsw i64 %d to i8
  store i8 %g, ptr %p
  ret i1 %f
}

define i1 @right(i32 %x, ptr %p) {
  %a = add nuw i32 %x, 3
  %b = sdiv i32 %a, 3
  %c = or i32 %b, 1
  %d = zext i32 %c to i64
  %e = getelementptr nuw i8, ptr %p, i64 %d
  store i8 0, ptr %e
  %f = icmp ult i32 %c, 9
  %g = trunc nsw i64 %d to i8
  store i8 %g, ptr %p
  ret i1 %f
}
