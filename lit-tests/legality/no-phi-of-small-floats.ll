; Without registers for them, a φ or a select of bfloat or half is made of conversions, which call the compiler's library:
; __truncsfbf2, which older ones do not have. No original has such a call here. Two stores of such constants would not do, because
; LLVM makes one of them, and a select. So these functions stay apart for f3m, and the constants for gfm.
; RUN: %opt -passes='f3m<force>' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm<force>' -S %s | %FileCheck %s
; RUN: sed 's/bfloat/half/g; s/0xR3F80/1.0/; s/0xR4080/2.0/' %s | %opt -passes='f3m<force>' -S | %FileCheck %s
; CHECK-NOT: {{(phi|select).*(bfloat|half)}}
; CHECK-NOT: define {{.*}}({{.*(bfloat|half)}}

target triple = "x86_64-unknown-linux-gnu"
declare void @h(i32)
declare i32 @k(i32)
define void @a(ptr %p, ptr %q, i32 %n) minsize optsize {
  %v = load bfloat, ptr %p
  %m = mul i32 %n, 77
  call void @h(i32 %m)
  store bfloat %v, ptr %q
  %x = xor i32 %m, 1234
  call void @h(i32 %x)
  %y = add i32 %x, %n
  call void @h(i32 %y)
  ret void
}
define void @b(ptr %p, ptr %q, i32 %n) minsize optsize {
  %r = call i32 @k(i32 %n)
  %m = mul i32 %n, 77
  call void @h(i32 %m)
  store bfloat 0xR3F80, ptr %q
  %x = xor i32 %m, 1234
  call void @h(i32 %x)
  %y = add i32 %x, %n
  call void @h(i32 %y)
  ret void
}

define void @c(ptr %p, ptr %q, i32 %n) minsize optsize {
  %r = call i32 @k(i32 %n)
  %m = mul i32 %n, 77
  call void @h(i32 %m)
  store bfloat 0xR4080, ptr %q
  %x = xor i32 %m, 1234
  call void @h(i32 %x)
  %y = add i32 %x, %n
  call void @h(i32 %y)
  ret void
}
