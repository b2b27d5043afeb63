; What one of our passes found of a module holds for the next: `gfm` makes calls that lead back to two functions calls through a
; parameter, and `f3m` still knows that they lead back, so that it leaves them to the inliner. A pass of LLVM that changes the module makes it
; forget that; one that changes nothing does not.
; RUN: %opt -passes='gfm<before-inlining;speed=ignore>,f3m<before-inlining;speed=ignore;verify>' -S %s | %FileCheck %s --check-prefix=KNOWN
; RUN: %opt -passes='gfm<before-inlining;speed=ignore>,strip-dead-prototypes,f3m<before-inlining;speed=ignore;verify>' -S %s | %FileCheck %s --check-prefix=KNOWN
; RUN: %opt -passes='gfm<before-inlining;speed=ignore>,globaldce,f3m<before-inlining;speed=ignore;verify>' -S %s | %FileCheck %s --check-prefix=FORGOTTEN
; KNOWN: .gfm(
; KNOWN-NOT: .fmerge(
; FORGOTTEN: .fmerge(

target triple = "x86_64-unknown-linux-gnu"

declare void @note(i64)
declare i64 @other(i64)

define internal void @unused() {
  ret void
}

define i64 @starts(i64 %value) minsize {
  %a = call i64 @one(i64 %value)
  %b = call i64 @two(i64 %a)
  %c = call i64 @three(i64 %b)
  ret i64 %c
}

define internal i64 @one(i64 %value) minsize {
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
  %below = call i64 @one_below(i64 %v13)
  %sum = add i64 %below, %v0
  ret i64 %sum
}

define internal i64 @two(i64 %value) minsize {
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
  %below = call i64 @two_below(i64 %v13)
  %sum = add i64 %below, %v0
  ret i64 %sum
}

define internal i64 @three(i64 %value) minsize {
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
  %below = call i64 @other(i64 %v13)
  %sum = add i64 %below, %v0
  ret i64 %sum
}

define internal i64 @one_below(i64 %value) minsize noinline {
  %half = lshr i64 %value, 1
  %below = call i64 @one(i64 %half)
  ret i64 %below
}

define internal i64 @two_below(i64 %value) minsize noinline {
  %third = udiv i64 %value, 3
  %below = call i64 @two(i64 %third)
  %more = xor i64 %below, 3
  ret i64 %more
}
