; An address with constant steps alone is its offset in bytes, whichever types and fields lead there: equal ones are one,
; others are selected. Of the flags, what both promise is left.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= getelementptr'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: = getelementptr inbounds i8, ptr %p, i64 12
; CHECK: [[OFFSET:%.*]] = select i1 %fmerge.id, i64 16, i64 8
; CHECK: = getelementptr nuw i8, ptr %p, i64 [[OFFSET]]

%three = type { i32, i32, i32 }
%pair = type { i64, i64 }

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %e = getelementptr inbounds %three, ptr %p, i64 1
  store i32 %x, ptr %e
  %f = getelementptr inbounds nuw %pair, ptr %p, i64 0, i32 1
  store i32 %x, ptr %f
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %e = getelementptr inbounds [4 x i32], ptr %p, i32 0, i32 3
  store i32 %x, ptr %e
  %f = getelementptr nuw i8, ptr %p, i64 16
  store i32 %x, ptr %f
  ret i32 %c
}
