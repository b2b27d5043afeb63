; Slots of unlike types stand side by side where a stack protector looks at them. Where that makes a frame of 2,048
; bytes one of 4,096, the functions are not merged, forced or not, although neither recurses; one that may recurse
; through others grows even less. Without a stack protector, the slots share their place.
; RUN: %opt -passes='f3m<force;system=all-pairs;verify>' -S %s | %FileCheck %s
; RUN: sed 's/sspstrong//' %s | %opt -passes='f3m<force;system=all-pairs;verify>' -S | %FileCheck %s --check-prefix=SHARED
; CHECK: define internal i32 @longs(
; CHECK: define internal i32 @shorts(
; CHECK: define internal i32 @even(
; CHECK: define internal i32 @odd(
; SHARED: define internal i32 @longs.fmerge(
; SHARED-NEXT: alloca [256 x i64]
; SHARED: define internal i32 @even.fmerge(
; SHARED-NEXT: alloca [20 x i16]
; SHARED-NOT: alloca
declare void @outside(ptr)

define internal i32 @longs(i32 %x) norecurse sspstrong {
  %s = alloca [256 x i64]
  %a = mul i32 %x, 77
  %b = xor i32 %a, 12345
  store volatile i32 %b, ptr %s
  %c = load volatile i32, ptr %s
  ret i32 %c
}

define internal i32 @shorts(i32 %x) norecurse sspstrong {
  %s = alloca [1024 x i16]
  %a = mul i32 %x, 77
  %b = xor i32 %a, 12345
  store volatile i32 %b, ptr %s
  %c = load volatile i32, ptr %s
  ret i32 %c
}

define internal i32 @even(i32 %x) sspstrong {
  %s = alloca [32 x i8]
  call void @outside(ptr %s)
  %c = load volatile i32, ptr %s
  %d = call i32 @odd(i32 %c)
  %e = add i32 %d, %c
  ret i32 %e
}

define internal i32 @odd(i32 %x) sspstrong {
  %s = alloca [20 x i16]
  call void @outside(ptr %s)
  %c = load volatile i32, ptr %s
  %d = call i32 @even(i32 %c)
  %e = sub i32 %d, %c
  ret i32 %e
}

define i32 @user(i32 %x) {
  %a = call i32 @longs(i32 %x)
  %b = call i32 @shorts(i32 %a)
  %c = call i32 @even(i32 %b)
  ret i32 %c
}
