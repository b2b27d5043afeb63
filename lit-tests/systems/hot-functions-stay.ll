; FMSA leaves hot functions alone; the other papers do not look at profiles.
; RUN: %opt -passes='f3m<system=fmsa;verify;report=->,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=STAY
; RUN: %opt -passes='f3m<system=fmsa;hot=merge;verify;report=->,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='f3m<system=hyfm;verify;report=->,verify' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; STAY: "merges":0,
; MERGED: "merges":1,

declare i32 @get(ptr, i32)

define internal i32 @left(ptr %p, i32 %x) hot {
  %a = mul i32 %x, 3
  %b = call i32 @get(ptr %p, i32 %a)
  %c = xor i32 %b, 7
  %d = call i32 @get(ptr %p, i32 %c)
  %e = sub i32 %d, %x
  %f = call i32 @get(ptr %p, i32 %e)
  %g = add i32 %f, %b
  %h = call i32 @get(ptr %p, i32 %g)
  ret i32 %h
}

define internal i32 @right(ptr %p, i32 %x) hot {
  %a = mul i32 %x, 5
  %b = call i32 @get(ptr %p, i32 %a)
  %c = xor i32 %b, 7
  %d = call i32 @get(ptr %p, i32 %c)
  %e = sub i32 %d, %x
  %f = call i32 @get(ptr %p, i32 %e)
  %g = add i32 %f, %b
  %h = call i32 @get(ptr %p, i32 %g)
  ret i32 %h
}

define i32 @user(ptr %p) hot {
  %a = call i32 @left(ptr %p, i32 1)
  %b = call i32 @right(ptr %p, i32 %a)
  ret i32 %b
}
