; A caller passes the address of an alloca that holds the function to be called, as of a trait object in Rust. Inlined into its
; only caller, the callee is known. Merged with another before inlining, it is not, and is not inlined.
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify;report=%t.json>' -S %s | %FileCheck %s
; RUN: %FileCheck --check-prefix=REASON %s < %t.json
; RUN: %opt -passes='f3m<speed=ignore;verify>' -S %s | %FileCheck --check-prefix=LATE %s
; REASON: "to-be-inlined":1

target triple = "x86_64-unknown-linux-gnu"

declare void @note(i64)
declare void @act(i64)
declare void @keep(ptr)

; CHECK-LABEL: define i64 @known(
; CHECK: call i64 @to_be_known(
; LATE-LABEL: define i64 @known(
; LATE: call i64 @[[ALL:[a-z_.]+fmerge]](
define i64 @known() minsize {
  %object = alloca ptr
  store ptr @act, ptr %object
  %new = call i64 @to_be_known(ptr %object)
  ret i64 %new
}

; What happens to the object elsewhere is not known.
; CHECK-LABEL: define i64 @escapes(
; CHECK: call i64 @[[ONE:[a-z_]+.fmerge]](
define i64 @escapes() minsize {
  %object = alloca ptr
  store ptr @act, ptr %object
  %new = call i64 @unknown(ptr %object)
  call void @keep(ptr %object)
  ret i64 %new
}

; What calls no pointer learns nothing by it.
; CHECK-LABEL: define i64 @stored(
; CHECK: call i64 @[[ONE]](
define i64 @stored() minsize {
  %object = alloca ptr
  store ptr @act, ptr %object
  %new = call i64 @plain(ptr %object)
  ret i64 %new
}

define internal i64 @to_be_known(ptr %object) minsize {
  %value = load i64, ptr %object
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
  %to = load ptr, ptr %object
  call void %to(i64 %v13)
  ret i64 %v13
}

define internal i64 @unknown(ptr %object) minsize {
  %value = load i64, ptr %object
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
  %to = load ptr, ptr %object
  call void %to(i64 %v13)
  ret i64 %v13
}

define internal i64 @plain(ptr %object) minsize {
  %value = load i64, ptr %object
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
  store i64 %v13, ptr %object
  ret i64 %v13
}
