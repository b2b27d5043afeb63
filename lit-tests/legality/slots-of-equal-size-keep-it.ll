; Slots of equal size may have different types and counts: 16384 bytes, and one array of 16384 bytes. Their slot has that size too,
; and not 16384 arrays.
; RUN: %opt -passes=identical -S %s | %FileCheck %s
; RUN: %opt -passes='gfm<force>' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<force>' -S %s | %FileCheck %s
; CHECK-NOT: alloca [16384 x i8], i32 16384
; CHECK: alloca {{i8, i32 16384|\[16384 x i8\], align}}
; CHECK-NOT: alloca [16384 x i8], i32 16384

target triple = "x86_64-unknown-linux-gnu"
declare void @h(ptr)
define void @a(ptr %p, i32 %n) minsize optsize noinline {
  %s = alloca i8, i32 16384
  call void @h(ptr %s)
  %m = mul i32 %n, 77
  store i32 %m, ptr %p, align 4
  call void @h(ptr %s)
  call void @h(ptr %p)
  %k = xor i32 %m, 1234
  store i32 %k, ptr %p, align 4
  call void @h(ptr %s)
  ret void
}
define void @b(ptr %p, i32 %n) minsize optsize noinline {
  %s = alloca [16384 x i8]
  call void @h(ptr %s)
  %m = mul i32 %n, 77
  store i32 %m, ptr %p, align 2
  call void @h(ptr %s)
  call void @h(ptr %p)
  %k = xor i32 %m, 1234
  store i32 %k, ptr %p, align 4
  call void @h(ptr %s)
  ret void
}
