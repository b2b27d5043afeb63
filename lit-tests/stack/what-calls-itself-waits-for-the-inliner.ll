; One of two functions that call themselves calls a function with 4 kB of slots, which is inlined later. If both were one by then,
; the 4 kB would be in each frame of the other, too. So before inlining, what calls itself is left alone.
; RUN: %opt -passes='f3m<before-inlining;verify;report=%t.json>' -S %s | %FileCheck %s
; RUN: %FileCheck --check-prefix=REASON %s < %t.json
; RUN: %opt -passes='f3m<verify>' -S %s | %FileCheck --check-prefix=LATE %s
; RUN: %opt -passes='f3m<before-inlining;force;verify>' -S %s | %FileCheck %s
; REASON: "recursive":2

target triple = "x86_64-unknown-linux-gnu"

declare void @note(i64)
declare i64 @other(i64)
declare void @fill(ptr)

; CHECK-LABEL: define i64 @starts(
; CHECK: call i64 @deep(
; CHECK: call i64 @shallow(
; CHECK: call i64 @[[ONE:[a-z_.]+fmerge]](
; CHECK: call i64 @[[ONE]](
; LATE-LABEL: define i64 @starts(
; LATE: call i64 @[[ALL:[a-z_.]+fmerge]](
; LATE: call i64 @[[ALL]](
define i64 @starts(i64 %value) minsize {
  %a = call i64 @deep(i64 %value)
  %b = call i64 @shallow(i64 %a)
  %c = call i64 @once(i64 %b)
  %d = call i64 @once_more(i64 %c)
  ret i64 %d
}

define internal void @large(i64 %value) minsize {
  %slots = alloca [4096 x i8]
  store i64 %value, ptr %slots
  call void @fill(ptr %slots)
  ret void
}

define internal i64 @deep(i64 %value) minsize {
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
  call void @note(i64 %v13)
  %below = call i64 @deep(i64 %v13)
  %sum = add i64 %below, %v0
  ret i64 %sum
}

define internal i64 @shallow(i64 %value) minsize {
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
  call void @large(i64 %v13)
  %below = call i64 @shallow(i64 %v13)
  %sum = add i64 %below, %v0
  ret i64 %sum
}

define internal i64 @once(i64 %value) minsize {
  %v0 = or i64 %value, 77
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
  call void @note(i64 %v13)
  %below = call i64 @other(i64 %v13)
  %sum = add i64 %below, %v0
  ret i64 %sum
}

define internal i64 @once_more(i64 %value) minsize {
  %v0 = and i64 %value, 77
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
  call void @note(i64 %v13)
  %below = call i64 @other(i64 %v13)
  %sum = add i64 %below, %v0
  ret i64 %sum
}
