; Types of equal size are one stride, and structures that have a field at the same place lead to it alike, whatever they
; are called. Of the flags, what both promise is left.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= getelementptr'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: = getelementptr nusw %point, ptr %p, i32 %x
; CHECK: = getelementptr %point, ptr %p, i32 %x, i32 1

%point = type { i32, float }
%entry = type { float, [4 x i8] }

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %e = getelementptr inbounds %point, ptr %p, i32 %x
  store i32 7, ptr %e
  %f = getelementptr %point, ptr %p, i32 %x, i32 1
  store i32 7, ptr %f
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %e = getelementptr nusw i64, ptr %p, i32 %x
  store i32 7, ptr %e
  %f = getelementptr inbounds %entry, ptr %p, i32 %x, i32 1
  store i32 7, ptr %f
  ret i32 %c
}
