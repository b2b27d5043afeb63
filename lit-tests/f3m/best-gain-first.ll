; A large function has the best partner of a smaller one for its own best as well. The smaller one gains more by
; it, and goes first.
; RUN: %opt -passes='f3m<speed=ignore;verify;report=-;only=^large$|^one$|^two$>' -disable-output %s 2>&1 | %python -m json.tool | %FileCheck %s
; CHECK: "merged": [
; CHECK-NEXT: {
; CHECK-NEXT: "members": [
; CHECK-NEXT: {
; CHECK-NEXT: "name": "one",
; CHECK: "name": "two",

@t = external global [40 x i64]
declare i32 @get(i32)

define internal i32 @large(i32 %x) {
  %a0 = add i32 %x, 12
  %b0 = call i32 @get(i32 %a0)
  %a1 = xor i32 %b0, 22
  %b1 = call i32 @get(i32 %a1)
  %a2 = mul i32 %b1, 34
  %b2 = call i32 @get(i32 %a2)
  %a3 = sub i32 %b2, 44
  %b3 = call i32 @get(i32 %a3)
  %a4 = shl i32 %b3, 3
  %b4 = call i32 @get(i32 %a4)
  %a5 = add i32 %b4, 66
  %b5 = call i32 @get(i32 %a5)
  %a6 = xor i32 %b5, 78
  %b6 = call i32 @get(i32 %a6)
  %a7 = mul i32 %b6, 88
  %b7 = call i32 @get(i32 %a7)
  %p0 = getelementptr [9 x i64], ptr @t, i64 0, i64 0
  store volatile i64 100, ptr %p0
  fence seq_cst
  %p1 = getelementptr [10 x i64], ptr @t, i64 0, i64 1
  store volatile i64 101, ptr %p1
  fence acquire
  %p2 = getelementptr [11 x i64], ptr @t, i64 0, i64 2
  store volatile i64 102, ptr %p2
  fence release
  %p3 = getelementptr [12 x i64], ptr @t, i64 0, i64 3
  store volatile i64 103, ptr %p3
  fence acq_rel
  %p4 = getelementptr [13 x i64], ptr @t, i64 0, i64 4
  store volatile i64 104, ptr %p4
  fence seq_cst
  %p5 = getelementptr [14 x i64], ptr @t, i64 0, i64 5
  store volatile i64 105, ptr %p5
  fence acquire
  %p6 = getelementptr [15 x i64], ptr @t, i64 0, i64 6
  store volatile i64 106, ptr %p6
  fence release
  %p7 = getelementptr [16 x i64], ptr @t, i64 0, i64 7
  store volatile i64 107, ptr %p7
  fence acq_rel
  %p8 = getelementptr [17 x i64], ptr @t, i64 0, i64 8
  store volatile i64 108, ptr %p8
  fence seq_cst
  %p9 = getelementptr [18 x i64], ptr @t, i64 0, i64 9
  store volatile i64 109, ptr %p9
  fence acquire
  %p10 = getelementptr [19 x i64], ptr @t, i64 0, i64 10
  store volatile i64 110, ptr %p10
  fence release
  %p11 = getelementptr [20 x i64], ptr @t, i64 0, i64 11
  store volatile i64 111, ptr %p11
  fence acq_rel
  ret i32 %b7
}

define internal i32 @one(i32 %x) {
  %a0 = add i32 %x, 11
  %b0 = call i32 @get(i32 %a0)
  %a1 = xor i32 %b0, 22
  %b1 = call i32 @get(i32 %a1)
  %a2 = mul i32 %b1, 33
  %b2 = call i32 @get(i32 %a2)
  %a3 = sub i32 %b2, 44
  %b3 = call i32 @get(i32 %a3)
  %a4 = shl i32 %b3, 3
  %b4 = call i32 @get(i32 %a4)
  %a5 = add i32 %b4, 66
  %b5 = call i32 @get(i32 %a5)
  %a6 = xor i32 %b5, 77
  %b6 = call i32 @get(i32 %a6)
  %a7 = mul i32 %b6, 88
  %b7 = call i32 @get(i32 %a7)
  ret i32 %b7
}

define internal i32 @two(i32 %x) {
  %a0 = add i32 %x, 11
  %b0 = call i32 @get(i32 %a0)
  %a1 = xor i32 %b0, 22
  %b1 = call i32 @get(i32 %a1)
  %a2 = mul i32 %b1, 33
  %b2 = call i32 @get(i32 %a2)
  %a3 = sub i32 %b2, 44
  %b3 = call i32 @get(i32 %a3)
  %a4 = shl i32 %b3, 3
  %b4 = call i32 @get(i32 %a4)
  %a5 = add i32 %b4, 66
  %b5 = call i32 @get(i32 %a5)
  %a6 = xor i32 %b5, 77
  %b6 = call i32 @get(i32 %a6)
  %a7 = mul i32 %b6, 99
  %b7 = call i32 @get(i32 %a7)
  ret i32 %b7
}

define i32 @user(i32 %x) {
  %a = call i32 @large(i32 %x)
  %b = call i32 @one(i32 %a)
  %c = call i32 @two(i32 %b)
  ret i32 %c
}
