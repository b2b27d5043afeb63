; What saves the most is merged first, whether functions differ in constants alone or in more: a merge uses up time that
; others then may not add. Where no time counts, those that differ in constants alone go first: no pair saves more of
; a function.
; RUN: %opt -passes='fmerge<verify;report=->' -disable-output %s 2>&1 | %python %S/Inputs/numbers.py | %FileCheck %s
; RUN: %opt -passes='fmerge<speed=ignore;verify;report=->' -disable-output %s 2>&1 | %python %S/Inputs/numbers.py | %FileCheck --check-prefix=FREE %s
; What a bisection leaves out is not merged otherwise.
; RUN: %opt -passes='fmerge<limit=1:3-9;verify;report=->' -disable-output %s 2>&1 | %python %S/Inputs/numbers.py | %FileCheck --check-prefix=LEFT %s
; CHECK: 1 similar large.a large.b
; CHECK-NEXT: 2 constants middle.a middle.b
; CHECK-NEXT: 3 similar small.a small.b
; LEFT: 1 similar large.a large.b
; LEFT-NEXT: 2 similar small.a small.b
; LEFT-NOT: middle
; FREE: 1 constants middle.a middle.b
; FREE-NEXT: 2 similar large.a large.b
; FREE-NEXT: 3 similar small.a small.b

declare i32 @get(i32)

define internal i32 @large.a(i32 %x) minsize optsize {
  %a0 = add i32 %x, 11
  %b0 = call i32 @get(i32 %a0)
  %a1 = xor i32 %b0, 18
  %b1 = call i32 @get(i32 %a1)
  %a2 = mul i32 %b1, 25
  %b2 = call i32 @get(i32 %a2)
  %a3 = sub i32 %b2, 32
  %b3 = call i32 @get(i32 %a3)
  %a4 = add i32 %b3, 39
  %b4 = call i32 @get(i32 %a4)
  %a5 = xor i32 %b4, 46
  %b5 = call i32 @get(i32 %a5)
  %a6 = mul i32 %b5, 53
  %b6 = call i32 @get(i32 %a6)
  %a7 = sub i32 %b6, 60
  %b7 = call i32 @get(i32 %a7)
  %a8 = add i32 %b7, 67
  %b8 = call i32 @get(i32 %a8)
  %a9 = xor i32 %b8, 74
  %b9 = call i32 @get(i32 %a9)
  %a10 = mul i32 %b9, 81
  %b10 = call i32 @get(i32 %a10)
  %a11 = sub i32 %b10, 88
  %b11 = call i32 @get(i32 %a11)
  %a12 = add i32 %b11, 95
  %b12 = call i32 @get(i32 %a12)
  %a13 = xor i32 %b12, 102
  %b13 = call i32 @get(i32 %a13)
  %a14 = mul i32 %b13, 109
  %b14 = call i32 @get(i32 %a14)
  %a15 = sub i32 %b14, 116
  %b15 = call i32 @get(i32 %a15)
  %a16 = add i32 %b15, 123
  %b16 = call i32 @get(i32 %a16)
  %a17 = xor i32 %b16, 130
  %b17 = call i32 @get(i32 %a17)
  %a18 = mul i32 %b17, 137
  %b18 = call i32 @get(i32 %a18)
  %a19 = sub i32 %b18, 144
  %b19 = call i32 @get(i32 %a19)
  %a20 = add i32 %b19, 151
  %b20 = call i32 @get(i32 %a20)
  %a21 = xor i32 %b20, 158
  %b21 = call i32 @get(i32 %a21)
  %a22 = mul i32 %b21, 165
  %b22 = call i32 @get(i32 %a22)
  %a23 = sub i32 %b22, 172
  %b23 = call i32 @get(i32 %a23)
  %a24 = add i32 %b23, 179
  %b24 = call i32 @get(i32 %a24)
  %a25 = xor i32 %b24, 186
  %b25 = call i32 @get(i32 %a25)
  %a26 = mul i32 %b25, 193
  %b26 = call i32 @get(i32 %a26)
  %a27 = sub i32 %b26, 200
  %b27 = call i32 @get(i32 %a27)
  %a28 = add i32 %b27, 207
  %b28 = call i32 @get(i32 %a28)
  %a29 = xor i32 %b28, 214
  %b29 = call i32 @get(i32 %a29)
  %a30 = mul i32 %b29, 221
  %b30 = call i32 @get(i32 %a30)
  %a31 = sub i32 %b30, 228
  %b31 = call i32 @get(i32 %a31)
  %a32 = add i32 %b31, 235
  %b32 = call i32 @get(i32 %a32)
  %a33 = xor i32 %b32, 242
  %b33 = call i32 @get(i32 %a33)
  %a34 = mul i32 %b33, 249
  %b34 = call i32 @get(i32 %a34)
  %a35 = sub i32 %b34, 256
  %b35 = call i32 @get(i32 %a35)
  %a36 = add i32 %b35, 263
  %b36 = call i32 @get(i32 %a36)
  %a37 = xor i32 %b36, 270
  %b37 = call i32 @get(i32 %a37)
  %a38 = mul i32 %b37, 277
  %b38 = call i32 @get(i32 %a38)
  %a39 = sub i32 %b38, 284
  %b39 = call i32 @get(i32 %a39)
  ret i32 %b39
}

define internal i32 @large.b(i32 %x) minsize optsize {
  %a0 = add i32 %x, 11
  %b0 = call i32 @get(i32 %a0)
  %a1 = xor i32 %b0, 18
  %b1 = call i32 @get(i32 %a1)
  %a2 = mul i32 %b1, 25
  %b2 = call i32 @get(i32 %a2)
  %a3 = sub i32 %b2, 32
  %b3 = call i32 @get(i32 %a3)
  %a4 = add i32 %b3, 39
  %b4 = call i32 @get(i32 %a4)
  %a5 = xor i32 %b4, 46
  %b5 = call i32 @get(i32 %a5)
  %a6 = mul i32 %b5, 53
  %b6 = call i32 @get(i32 %a6)
  %a7 = sub i32 %b6, 60
  %b7 = call i32 @get(i32 %a7)
  %a8 = add i32 %b7, 67
  %b8 = call i32 @get(i32 %a8)
  %a9 = xor i32 %b8, 74
  %b9 = call i32 @get(i32 %a9)
  %a10 = mul i32 %b9, 81
  %b10 = call i32 @get(i32 %a10)
  %a11 = sub i32 %b10, 88
  %b11 = call i32 @get(i32 %a11)
  %a12 = add i32 %b11, 95
  %b12 = call i32 @get(i32 %a12)
  %a13 = xor i32 %b12, 102
  %b13 = call i32 @get(i32 %a13)
  %a14 = mul i32 %b13, 109
  %b14 = call i32 @get(i32 %a14)
  %a15 = sub i32 %b14, 116
  %b15 = call i32 @get(i32 %a15)
  %a16 = add i32 %b15, 123
  %b16 = call i32 @get(i32 %a16)
  %a17 = xor i32 %b16, 130
  %b17 = call i32 @get(i32 %a17)
  %a18 = mul i32 %b17, 137
  %b18 = call i32 @get(i32 %a18)
  %a19 = sub i32 %b18, 144
  %b19 = call i32 @get(i32 %a19)
  %a20 = add i32 %b19, 151
  %b20 = call i32 @get(i32 %a20)
  fence seq_cst
  %a21 = xor i32 %b20, 158
  %b21 = call i32 @get(i32 %a21)
  %a22 = mul i32 %b21, 165
  %b22 = call i32 @get(i32 %a22)
  %a23 = sub i32 %b22, 172
  %b23 = call i32 @get(i32 %a23)
  %a24 = add i32 %b23, 179
  %b24 = call i32 @get(i32 %a24)
  %a25 = xor i32 %b24, 186
  %b25 = call i32 @get(i32 %a25)
  %a26 = mul i32 %b25, 193
  %b26 = call i32 @get(i32 %a26)
  %a27 = sub i32 %b26, 200
  %b27 = call i32 @get(i32 %a27)
  %a28 = add i32 %b27, 207
  %b28 = call i32 @get(i32 %a28)
  %a29 = xor i32 %b28, 214
  %b29 = call i32 @get(i32 %a29)
  %a30 = mul i32 %b29, 221
  %b30 = call i32 @get(i32 %a30)
  %a31 = sub i32 %b30, 228
  %b31 = call i32 @get(i32 %a31)
  %a32 = add i32 %b31, 235
  %b32 = call i32 @get(i32 %a32)
  %a33 = xor i32 %b32, 242
  %b33 = call i32 @get(i32 %a33)
  %a34 = mul i32 %b33, 249
  %b34 = call i32 @get(i32 %a34)
  %a35 = sub i32 %b34, 256
  %b35 = call i32 @get(i32 %a35)
  %a36 = add i32 %b35, 263
  %b36 = call i32 @get(i32 %a36)
  %a37 = xor i32 %b36, 270
  %b37 = call i32 @get(i32 %a37)
  %a38 = mul i32 %b37, 277
  %b38 = call i32 @get(i32 %a38)
  %a39 = sub i32 %b38, 284
  %b39 = call i32 @get(i32 %a39)
  ret i32 %b39
}

define internal i32 @middle.a(i32 %x) minsize optsize {
  %a0 = add i32 %x, 1000
  %b0 = call i32 @get(i32 %a0)
  %a1 = xor i32 %b0, 1007
  %b1 = call i32 @get(i32 %a1)
  %a2 = mul i32 %b1, 1014
  %b2 = call i32 @get(i32 %a2)
  %a3 = sub i32 %b2, 1021
  %b3 = call i32 @get(i32 %a3)
  %a4 = add i32 %b3, 1028
  %b4 = call i32 @get(i32 %a4)
  %a5 = xor i32 %b4, 1035
  %b5 = call i32 @get(i32 %a5)
  %a6 = mul i32 %b5, 1042
  %b6 = call i32 @get(i32 %a6)
  %a7 = sub i32 %b6, 1049
  %b7 = call i32 @get(i32 %a7)
  %a8 = add i32 %b7, 1056
  %b8 = call i32 @get(i32 %a8)
  %a9 = xor i32 %b8, 1063
  %b9 = call i32 @get(i32 %a9)
  %a10 = mul i32 %b9, 1070
  %b10 = call i32 @get(i32 %a10)
  %a11 = sub i32 %b10, 1077
  %b11 = call i32 @get(i32 %a11)
  %a12 = add i32 %b11, 1084
  %b12 = call i32 @get(i32 %a12)
  %a13 = xor i32 %b12, 1091
  %b13 = call i32 @get(i32 %a13)
  %a14 = mul i32 %b13, 1098
  %b14 = call i32 @get(i32 %a14)
  %a15 = sub i32 %b14, 1105
  %b15 = call i32 @get(i32 %a15)
  %a16 = add i32 %b15, 1112
  %b16 = call i32 @get(i32 %a16)
  %a17 = xor i32 %b16, 1119
  %b17 = call i32 @get(i32 %a17)
  %a18 = mul i32 %b17, 1126
  %b18 = call i32 @get(i32 %a18)
  %a19 = sub i32 %b18, 1133
  %b19 = call i32 @get(i32 %a19)
  ret i32 %b19
}

define internal i32 @middle.b(i32 %x) minsize optsize {
  %a0 = add i32 %x, 2000
  %b0 = call i32 @get(i32 %a0)
  %a1 = xor i32 %b0, 1007
  %b1 = call i32 @get(i32 %a1)
  %a2 = mul i32 %b1, 1014
  %b2 = call i32 @get(i32 %a2)
  %a3 = sub i32 %b2, 1021
  %b3 = call i32 @get(i32 %a3)
  %a4 = add i32 %b3, 1028
  %b4 = call i32 @get(i32 %a4)
  %a5 = xor i32 %b4, 1035
  %b5 = call i32 @get(i32 %a5)
  %a6 = mul i32 %b5, 1042
  %b6 = call i32 @get(i32 %a6)
  %a7 = sub i32 %b6, 1049
  %b7 = call i32 @get(i32 %a7)
  %a8 = add i32 %b7, 1056
  %b8 = call i32 @get(i32 %a8)
  %a9 = xor i32 %b8, 1063
  %b9 = call i32 @get(i32 %a9)
  %a10 = mul i32 %b9, 1070
  %b10 = call i32 @get(i32 %a10)
  %a11 = sub i32 %b10, 1077
  %b11 = call i32 @get(i32 %a11)
  %a12 = add i32 %b11, 1084
  %b12 = call i32 @get(i32 %a12)
  %a13 = xor i32 %b12, 1091
  %b13 = call i32 @get(i32 %a13)
  %a14 = mul i32 %b13, 1098
  %b14 = call i32 @get(i32 %a14)
  %a15 = sub i32 %b14, 1105
  %b15 = call i32 @get(i32 %a15)
  %a16 = add i32 %b15, 1112
  %b16 = call i32 @get(i32 %a16)
  %a17 = xor i32 %b16, 1119
  %b17 = call i32 @get(i32 %a17)
  %a18 = mul i32 %b17, 1126
  %b18 = call i32 @get(i32 %a18)
  %a19 = sub i32 %b18, 1133
  %b19 = call i32 @get(i32 %a19)
  ret i32 %b19
}

define internal i32 @small.a(i32 %x) minsize optsize {
  %a0 = add i32 %x, 5000
  %b0 = call i32 @get(i32 %a0)
  %a1 = xor i32 %b0, 5007
  %b1 = call i32 @get(i32 %a1)
  %a2 = mul i32 %b1, 5014
  %b2 = call i32 @get(i32 %a2)
  %a3 = sub i32 %b2, 5021
  %b3 = call i32 @get(i32 %a3)
  %a4 = add i32 %b3, 5028
  %b4 = call i32 @get(i32 %a4)
  %a5 = xor i32 %b4, 5035
  %b5 = call i32 @get(i32 %a5)
  %a6 = mul i32 %b5, 5042
  %b6 = call i32 @get(i32 %a6)
  %a7 = sub i32 %b6, 5049
  %b7 = call i32 @get(i32 %a7)
  %a8 = add i32 %b7, 5056
  %b8 = call i32 @get(i32 %a8)
  ret i32 %b8
}

define internal i32 @small.b(i32 %x) minsize optsize {
  %a0 = add i32 %x, 5000
  %b0 = call i32 @get(i32 %a0)
  %a1 = xor i32 %b0, 5007
  %b1 = call i32 @get(i32 %a1)
  %a2 = mul i32 %b1, 5014
  %b2 = call i32 @get(i32 %a2)
  %a3 = sub i32 %b2, 5021
  %b3 = call i32 @get(i32 %a3)
  %a4 = add i32 %b3, 5028
  %b4 = call i32 @get(i32 %a4)
  fence seq_cst
  %a5 = xor i32 %b4, 5035
  %b5 = call i32 @get(i32 %a5)
  %a6 = mul i32 %b5, 5042
  %b6 = call i32 @get(i32 %a6)
  %a7 = sub i32 %b6, 5049
  %b7 = call i32 @get(i32 %a7)
  %a8 = add i32 %b7, 5056
  %b8 = call i32 @get(i32 %a8)
  ret i32 %b8
}

define i32 @use(i32 %x) {
  %r0 = call i32 @large.a(i32 %x)
  %s0 = call i32 @large.a(i32 %r0)
  %r1 = call i32 @large.b(i32 %x)
  %s1 = call i32 @large.b(i32 %r1)
  %r2 = call i32 @middle.a(i32 %x)
  %s2 = call i32 @middle.a(i32 %r2)
  %r3 = call i32 @middle.b(i32 %x)
  %s3 = call i32 @middle.b(i32 %r3)
  %r4 = call i32 @small.a(i32 %x)
  %s4 = call i32 @small.a(i32 %r4)
  %r5 = call i32 @small.b(i32 %x)
  %s5 = call i32 @small.b(i32 %r5)
  %t0 = add i32 %s0, %s1
  %t1 = add i32 %t0, %s2
  %t2 = add i32 %t1, %s3
  %t3 = add i32 %t2, %s4
  %t4 = add i32 %t3, %s5
  ret i32 %t4
}
