; What does not ask to be small and is called once is inlined by LLVM at any size, and folded with what its caller passes.
; lz4 grew by 237 bytes at -O2 when two such functions shared a body.
; RUN: %opt -passes='f3m<others=free;before-inlining;report=->' -S %s 2>%t.json | %FileCheck %s --check-prefix=APART
; RUN: %FileCheck %s --check-prefix=WHY < %t.json
; RUN: sed 's/sub i64 %%value, 77/mul i64 %%value, 99999/' %s > %t.ll
; RUN: %opt -passes='gfm<others=free;before-inlining>' -S %t.ll | %FileCheck %s
; Not so where they differ in constants alone (above), after inlining, where it is called twice, where it asks to be small, or where all functions count as if they did.
; RUN: %opt -passes='f3m<others=free>' -S %s | %FileCheck %s
; RUN: sed 's/^  %%last =/  %%more = call i64 @left(i64 1)\n  %%most = call i64 @right(i64 2)\n  %%last =/' %s | %opt -passes='f3m<others=free;before-inlining>' -S | %FileCheck %s
; RUN: sed 's/(i64 %%value) {/(i64 %%value) minsize {/' %s | %opt -passes='f3m<others=free;before-inlining>' -S | %FileCheck %s
; RUN: %opt -passes='f3m<others=same;before-inlining>' -S %s | %FileCheck %s
; WHY: "to-be-inlined":

target triple = "x86_64-unknown-linux-gnu"

declare void @note(i64)

; CHECK-LABEL: define i64 @caller(
; CHECK: call i64 @{{[a-z]+}}.{{fmerge|gfm}}(
; CHECK: call i64 @{{[a-z]+}}.{{fmerge|gfm}}(
; APART-LABEL: define i64 @caller(
; APART: call i64 @left(
; APART: call i64 @right(
define i64 @caller(i64 %value) {
  %one = call i64 @left(i64 %value)
  %two = call i64 @right(i64 %one)
  %last = add i64 %two, 1
  ret i64 %last
}

define internal i64 @left(i64 %value) {
  %v0 = mul i64 %value, 77
  %v1 = xor i64 %v0, 1037
  call void @note(i64 %v1)
  %v2 = add i64 %v1, 1074
  call void @note(i64 %v2)
  %v3 = xor i64 %v2, 1111
  call void @note(i64 %v3)
  %v4 = add i64 %v3, 1148
  call void @note(i64 %v4)
  %v5 = xor i64 %v4, 1185
  call void @note(i64 %v5)
  %v6 = add i64 %v5, 1222
  call void @note(i64 %v6)
  %v7 = xor i64 %v6, 1259
  call void @note(i64 %v7)
  %v8 = add i64 %v7, 1296
  call void @note(i64 %v8)
  %v9 = xor i64 %v8, 1333
  call void @note(i64 %v9)
  %v10 = add i64 %v9, 1370
  call void @note(i64 %v10)
  %v11 = xor i64 %v10, 1407
  call void @note(i64 %v11)
  %v12 = add i64 %v11, 1444
  call void @note(i64 %v12)
  %v13 = xor i64 %v12, 1481
  call void @note(i64 %v13)
  %v14 = add i64 %v13, 1518
  call void @note(i64 %v14)
  %v15 = xor i64 %v14, 1555
  call void @note(i64 %v15)
  %v16 = add i64 %v15, 1592
  call void @note(i64 %v16)
  %v17 = xor i64 %v16, 1629
  call void @note(i64 %v17)
  %v18 = add i64 %v17, 1666
  call void @note(i64 %v18)
  %v19 = xor i64 %v18, 1703
  call void @note(i64 %v19)
  %v20 = add i64 %v19, 1740
  call void @note(i64 %v20)
  %v21 = xor i64 %v20, 1777
  call void @note(i64 %v21)
  %v22 = add i64 %v21, 1814
  call void @note(i64 %v22)
  %v23 = xor i64 %v22, 1851
  call void @note(i64 %v23)
  %v24 = add i64 %v23, 1888
  call void @note(i64 %v24)
  ret i64 %v24
}

define internal i64 @right(i64 %value) {
  %v0 = sub i64 %value, 77
  %v1 = xor i64 %v0, 1037
  call void @note(i64 %v1)
  %v2 = add i64 %v1, 1074
  call void @note(i64 %v2)
  %v3 = xor i64 %v2, 1111
  call void @note(i64 %v3)
  %v4 = add i64 %v3, 1148
  call void @note(i64 %v4)
  %v5 = xor i64 %v4, 1185
  call void @note(i64 %v5)
  %v6 = add i64 %v5, 1222
  call void @note(i64 %v6)
  %v7 = xor i64 %v6, 1259
  call void @note(i64 %v7)
  %v8 = add i64 %v7, 1296
  call void @note(i64 %v8)
  %v9 = xor i64 %v8, 1333
  call void @note(i64 %v9)
  %v10 = add i64 %v9, 1370
  call void @note(i64 %v10)
  %v11 = xor i64 %v10, 1407
  call void @note(i64 %v11)
  %v12 = add i64 %v11, 1444
  call void @note(i64 %v12)
  %v13 = xor i64 %v12, 1481
  call void @note(i64 %v13)
  %v14 = add i64 %v13, 1518
  call void @note(i64 %v14)
  %v15 = xor i64 %v14, 1555
  call void @note(i64 %v15)
  %v16 = add i64 %v15, 1592
  call void @note(i64 %v16)
  %v17 = xor i64 %v16, 1629
  call void @note(i64 %v17)
  %v18 = add i64 %v17, 1666
  call void @note(i64 %v18)
  %v19 = xor i64 %v18, 1703
  call void @note(i64 %v19)
  %v20 = add i64 %v19, 1740
  call void @note(i64 %v20)
  %v21 = xor i64 %v20, 1777
  call void @note(i64 %v21)
  %v22 = add i64 %v21, 1814
  call void @note(i64 %v22)
  %v23 = xor i64 %v22, 1851
  call void @note(i64 %v23)
  %v24 = add i64 %v23, 1888
  call void @note(i64 %v24)
  ret i64 %v24
}
