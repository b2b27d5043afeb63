; WebAssembly's time is dearer: `wasm-opt` shortens code that shares nothing more than code that does, and there are
; interpreters. What pays for the test of an identifier on x86-64 does not pay for it there, unless time does not count.
; RUN: %opt -passes='f3m<verify;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; RUN: sed 's/^target triple = .*/target triple = "wasm32-unknown-unknown"/' %s > %t.ll
; RUN: %opt -passes='f3m<verify;report=->' -disable-output %t.ll 2>&1 | %FileCheck %s --check-prefix=APART
; RUN: %opt -passes='f3m<verify;speed=ignore;report=->' -disable-output %t.ll 2>&1 | %FileCheck %s --check-prefix=MERGED
; A price that is given is taken as it is.
; RUN: %opt -passes='f3m<verify;time-price=5;slowdown=100;report=->' -disable-output %t.ll 2>&1 | %FileCheck %s --check-prefix=MERGED
; MERGED: "merges":1,
; APART: "merges":0,
; APART: "too-slow":1
target triple = "x86_64-unknown-linux-gnu"

@place = global i32 0

define void @one(i32 %x) minsize optsize {
  %s = load volatile i32, ptr @place
  %v0 = add i32 %s, 3
  store volatile i32 %v0, ptr @place
  %v1 = xor i32 %v0, 5
  store volatile i32 %v1, ptr @place
  %v2 = sub i32 %v1, 7
  store volatile i32 %v2, ptr @place
  %v3 = or i32 %v2, 9
  store volatile i32 %v3, ptr @place
  %v4 = and i32 %v3, 11
  store volatile i32 %v4, ptr @place
  %v5 = mul i32 %v4, 13
  store volatile i32 %v5, ptr @place
  %v6 = add i32 %v5, 15
  store volatile i32 %v6, ptr @place
  %v7 = xor i32 %v6, 17
  store volatile i32 %v7, ptr @place
  %v8 = sub i32 %v7, 19
  store volatile i32 %v8, ptr @place
  %v9 = or i32 %v8, 21
  store volatile i32 %v9, ptr @place
  %v10 = and i32 %v9, 23
  store volatile i32 %v10, ptr @place
  %v11 = mul i32 %v10, 25
  store volatile i32 %v11, ptr @place
  %v12 = shl i32 %v11, 27
  store volatile i32 %v12, ptr @place
  %v13 = xor i32 %v12, 29
  store volatile i32 %v13, ptr @place
  %v14 = sub i32 %v13, 31
  store volatile i32 %v14, ptr @place
  %v15 = or i32 %v14, 33
  store volatile i32 %v15, ptr @place
  %v16 = and i32 %v15, 35
  store volatile i32 %v16, ptr @place
  %v17 = mul i32 %v16, 37
  store volatile i32 %v17, ptr @place
  %v18 = add i32 %v17, 39
  store volatile i32 %v18, ptr @place
  %v19 = xor i32 %v18, 41
  store volatile i32 %v19, ptr @place
  %v20 = sub i32 %v19, 43
  store volatile i32 %v20, ptr @place
  %v21 = or i32 %v20, 45
  store volatile i32 %v21, ptr @place
  %v22 = and i32 %v21, 47
  store volatile i32 %v22, ptr @place
  %v23 = mul i32 %v22, 49
  store volatile i32 %v23, ptr @place
  ret void
}

define void @two(i32 %x) minsize optsize {
  %s = load volatile i32, ptr @place
  %v0 = add i32 %s, 3
  store volatile i32 %v0, ptr @place
  %v1 = xor i32 %v0, 5
  store volatile i32 %v1, ptr @place
  %v2 = sub i32 %v1, 7
  store volatile i32 %v2, ptr @place
  %v3 = or i32 %v2, 9
  store volatile i32 %v3, ptr @place
  %v4 = and i32 %v3, 11
  store volatile i32 %v4, ptr @place
  %v5 = mul i32 %v4, 13
  store volatile i32 %v5, ptr @place
  %v6 = add i32 %v5, 15
  store volatile i32 %v6, ptr @place
  %v7 = xor i32 %v6, 17
  store volatile i32 %v7, ptr @place
  %v8 = sub i32 %v7, 19
  store volatile i32 %v8, ptr @place
  %v9 = or i32 %v8, 21
  store volatile i32 %v9, ptr @place
  %v10 = and i32 %v9, 23
  store volatile i32 %v10, ptr @place
  %v11 = mul i32 %v10, 25
  store volatile i32 %v11, ptr @place
  %v12 = lshr i32 %v11, 27
  store volatile i32 %v12, ptr @place
  %v13 = xor i32 %v12, 29
  store volatile i32 %v13, ptr @place
  %v14 = sub i32 %v13, 31
  store volatile i32 %v14, ptr @place
  %v15 = or i32 %v14, 33
  store volatile i32 %v15, ptr @place
  %v16 = and i32 %v15, 35
  store volatile i32 %v16, ptr @place
  %v17 = mul i32 %v16, 37
  store volatile i32 %v17, ptr @place
  %v18 = add i32 %v17, 39
  store volatile i32 %v18, ptr @place
  %v19 = xor i32 %v18, 41
  store volatile i32 %v19, ptr @place
  %v20 = sub i32 %v19, 43
  store volatile i32 %v20, ptr @place
  %v21 = or i32 %v20, 45
  store volatile i32 %v21, ptr @place
  %v22 = and i32 %v21, 47
  store volatile i32 %v22, ptr @place
  %v23 = mul i32 %v22, 49
  store volatile i32 %v23, ptr @place
  ret void
}
