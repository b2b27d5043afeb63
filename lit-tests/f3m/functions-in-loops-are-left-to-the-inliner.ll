; A function that is called once becomes part of its caller when LLVM inlines; one that does the work of two does not. Before
; inlining, similar functions are left alone where that would cost a call in each turn of a loop.
; RUN: %opt -passes='f3m<before-inlining;verify;report=%t.json>' -S %s | %FileCheck %s
; RUN: %FileCheck --check-prefix=REASON %s < %t.json
; RUN: %opt -passes='f3m<verify>' -S %s | %FileCheck --check-prefix=LATE %s
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify>' -S %s | %FileCheck --check-prefix=LATE %s
; REASON: "to-be-inlined":1

target triple = "x86_64-unknown-linux-gnu"

declare void @note(i64)

; CHECK-LABEL: define i64 @in_a_loop(
; CHECK: call i64 @looped(
; LATE-LABEL: define i64 @in_a_loop(
; LATE: call i64 @[[ALL:[a-z_.]+fmerge]](
define i64 @in_a_loop(i64 %value) minsize {
entry:
  br label %loop

loop:
  %turn = phi i64 [ 0, %entry ], [ %next, %loop ]
  %new = call i64 @looped(i64 %turn)
  %next = add i64 %turn, 1
  %again = icmp ult i64 %new, %value
  br i1 %again, label %loop, label %end

end:
  ret i64 %next
}

; Outside of loops, merging costs one call.
; CHECK-LABEL: define i64 @once(
; CHECK: call i64 @[[ONE:[a-z]+.fmerge]](
; LATE-LABEL: define i64 @once(
; LATE: call i64 @[[ALL]](
define i64 @once(i64 %value) minsize {
  %new = call i64 @straight(i64 %value)
  ret i64 %new
}

; What has two calls is not inlined anyway.
; CHECK-LABEL: define i64 @twice(
; CHECK: call i64 @[[ONE]](
define i64 @twice(i64 %value) minsize {
entry:
  br label %loop

loop:
  %turn = phi i64 [ 0, %entry ], [ %next, %loop ]
  %new = call i64 @shared(i64 %turn)
  %next = call i64 @shared(i64 %new)
  %again = icmp ult i64 %new, %value
  br i1 %again, label %loop, label %end

end:
  ret i64 %next
}

define internal i64 @looped(i64 %value) minsize {
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
  ret i64 %v13
}

define internal i64 @straight(i64 %value) minsize {
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
  ret i64 %v13
}

define internal i64 @shared(i64 %value) minsize {
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
  ret i64 %v13
}
