; Of four functions of equal code, two call the other two. All differ in more constants than one body may take,
; so they form two groups. Merging the first rewrites calls in the second, which must then be planned for anew:
; what was planned for it names calls and functions that are gone.
; RUN: %opt -passes='gfm<verify>,verify' -S %s | %FileCheck %s
; CHECK-NOT: define internal i32 @{{[abcd]}}(
; CHECK: define i32 @start
; CHECK: call i32 @c.gfm(i32 %x, ptr %p, i32 129)
; CHECK: define internal i32 @a.gfm
; CHECK: define internal i32 @c.gfm
; CHECK: call i32 @a.gfm(i32 %b4, ptr %p, i32 %0)

target triple = "x86_64-unknown-linux-gnu"

declare i32 @ext(i32, i32)

declare i32 @last(i32, ptr)

define internal i32 @a(i32 %x, ptr %p) {
  %a0 = mul i32 %x, 101
  %b0 = call i32 @ext(i32 %a0, i32 %x)
  %a1 = mul i32 %b0, 108
  %b1 = call i32 @ext(i32 %a1, i32 %x)
  %a2 = mul i32 %b1, 115
  %b2 = call i32 @ext(i32 %a2, i32 %x)
  %a3 = mul i32 %b2, 122
  %b3 = call i32 @ext(i32 %a3, i32 %x)
  %a4 = mul i32 %b3, 129
  %b4 = call i32 @ext(i32 %a4, i32 %x)
  %r = call i32 @last(i32 %b4, ptr %p)
  ret i32 %r
}

define internal i32 @b(i32 %x, ptr %p) {
  %a0 = mul i32 %x, 101
  %b0 = call i32 @ext(i32 %a0, i32 %x)
  %a1 = mul i32 %b0, 108
  %b1 = call i32 @ext(i32 %a1, i32 %x)
  %a2 = mul i32 %b1, 115
  %b2 = call i32 @ext(i32 %a2, i32 %x)
  %a3 = mul i32 %b2, 122
  %b3 = call i32 @ext(i32 %a3, i32 %x)
  %a4 = mul i32 %b3, 130
  %b4 = call i32 @ext(i32 %a4, i32 %x)
  %r = call i32 @last(i32 %b4, ptr %p)
  ret i32 %r
}

define internal i32 @c(i32 %x, ptr %p) {
  %a0 = mul i32 %x, 1013
  %b0 = call i32 @ext(i32 %a0, i32 %x)
  %a1 = mul i32 %b0, 1030
  %b1 = call i32 @ext(i32 %a1, i32 %x)
  %a2 = mul i32 %b1, 1047
  %b2 = call i32 @ext(i32 %a2, i32 %x)
  %a3 = mul i32 %b2, 1064
  %b3 = call i32 @ext(i32 %a3, i32 %x)
  %a4 = mul i32 %b3, 1081
  %b4 = call i32 @ext(i32 %a4, i32 %x)
  %r = call i32 @a(i32 %b4, ptr %p)
  ret i32 %r
}

define internal i32 @d(i32 %x, ptr %p) {
  %a0 = mul i32 %x, 1013
  %b0 = call i32 @ext(i32 %a0, i32 %x)
  %a1 = mul i32 %b0, 1030
  %b1 = call i32 @ext(i32 %a1, i32 %x)
  %a2 = mul i32 %b1, 1047
  %b2 = call i32 @ext(i32 %a2, i32 %x)
  %a3 = mul i32 %b2, 1064
  %b3 = call i32 @ext(i32 %a3, i32 %x)
  %a4 = mul i32 %b3, 1081
  %b4 = call i32 @ext(i32 %a4, i32 %x)
  %r = call i32 @b(i32 %b4, ptr %p)
  ret i32 %r
}

define i32 @start(i32 %x, ptr %p) {
  %c = call i32 @c(i32 %x, ptr %p)
  %d = call i32 @d(i32 %c, ptr %p)
  ret i32 %d
}
