; Figure 5 of the F3M paper. HyFM takes the function whose opcodes are nearest, though it is built otherwise, and finds
; nothing worth 16 bytes. MinHash takes the one that is nearly the same, though it has two instructions less.
; RUN: %opt -passes='f3m<system=hyfm;only=^asked$|^nearest$|^twin$;alignment=blocks;min-gain=16;verify;report=->,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=NONE
; RUN: %opt -passes='f3m<system=static;alignment=blocks;verify;report=->,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; NONE: "merges":0,
; MERGED: "merges":1,

; Whoever looks at the second candidate too finds it in either way.
; RUN: %opt -passes='f3m<system=hyfm;explore=2;alignment=blocks;verify;report=->,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='f3m<system=fmsa;verify;report=->,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED

; HyFM's and F3M's alignment goes in step, so that it sees nothing behind what is inserted.
; RUN: %opt -passes='f3m<system=static;verify;report=->,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=NONE

declare i32 @get(ptr, i32)

define internal i32 @nearest(ptr %p, i32 %x) {
  %v0 = add i32 %x, 1
  %v1 = add i32 %v0, 7
  %v2 = sub i32 %v1, 6
  %v3 = lshr i32 %v2, 1
  %v4 = sub i32 %v3, 4
  %v5 = shl i32 %v4, 2
  %v6 = mul i32 %v5, 13
  %w6 = call i32 @get(ptr %p, i32 %v6)
  %v7 = xor i32 %w6, 5
  %w7 = call i32 @get(ptr %p, i32 %v7)
  %v8 = or i32 %w7, 8
  %v9 = mul i32 %v8, 11
  %w9 = call i32 @get(ptr %p, i32 %v9)
  %v10 = xor i32 %w9, 9
  %w10 = call i32 @get(ptr %p, i32 %v10)
  %v11 = mul i32 %w10, 3
  %w11 = call i32 @get(ptr %p, i32 %v11)
  ret i32 %w11
}

define internal i32 @asked(ptr %p, i32 %x) {
  %v0 = mul i32 %x, 3
  %w0 = call i32 @get(ptr %p, i32 %v0)
  %v1 = add i32 %w0, 7
  %v2 = xor i32 %v1, 9
  %w2 = call i32 @get(ptr %p, i32 %v2)
  %v3 = sub i32 %w2, 4
  %v4 = mul i32 %v3, 11
  %w4 = call i32 @get(ptr %p, i32 %v4)
  %v5 = lshr i32 %w4, 1
  %v6 = or i32 %v5, 8
  %v7 = shl i32 %v6, 2
  %v8 = xor i32 %v7, 5
  %w8 = call i32 @get(ptr %p, i32 %v8)
  %v9 = add i32 %w8, 1
  %v10 = mul i32 %v9, 13
  %w10 = call i32 @get(ptr %p, i32 %v10)
  %v11 = sub i32 %w10, 6
  ret i32 %v11
}

define internal i32 @twin(ptr %p, i32 %x) {
  %v0 = mul i32 %x, 3
  %w0 = call i32 @get(ptr %p, i32 %v0)
  %v1 = add i32 %w0, 7
  %v2 = xor i32 %v1, 9
  %w2 = call i32 @get(ptr %p, i32 %v2)
  %v3 = sub i32 %w2, 4
  %v4 = mul i32 %v3, 11
  %w4 = call i32 @get(ptr %p, i32 %v4)
  %v5 = shl i32 %w4, 2
  %v6 = xor i32 %v5, 5
  %w6 = call i32 @get(ptr %p, i32 %v6)
  %v7 = add i32 %w6, 1
  %v8 = mul i32 %v7, 13
  %w8 = call i32 @get(ptr %p, i32 %v8)
  %v9 = sub i32 %w8, 6
  ret i32 %v9
}

define i32 @user(ptr %p) {
  %a = call i32 @asked(ptr %p, i32 1)
  %b = call i32 @nearest(ptr %p, i32 %a)
  %c = call i32 @twin(ptr %p, i32 %b)
  ret i32 %c
}
