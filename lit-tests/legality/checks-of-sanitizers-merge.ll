; Instructions that a sanitizer added are `!nosanitize`: they merge with each other and stay what they are. Functions
; whose prototype it notes (`!func_sanitize`) share a body; the note stays on the thunk, which is what is called
; through pointers.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,GFM -DBODY=one.gfm
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s -DBODY=one.fmerge
; RUN: sed '/^define i32 @two/,$s/, 78/, 77/' %s | %opt -passes='identical<force;verify>,verify' -S | %FileCheck %s --check-prefix=EQUAL
; RUN: sed '/^define i32 @two/,$s/, !nosanitize !1$//' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s --check-prefix=APART
; RUN: sed '/^define i32 @two/,$s/, !nosanitize !1$//' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=BOTH
; CHECK: define i32 @one({{.*}}) !func_sanitize
; CHECK: call i32 @[[BODY]](
; CHECK: define i32 @two({{.*}}) !func_sanitize
; CHECK: call i32 @[[BODY]](
; CHECK: define internal i32 @[[BODY]]({{[^!]*$}}
; GFM-COUNT-3: !nosanitize
; EQUAL: tail call i32 @one(i32 %x)
; APART-NOT: .gfm
; BOTH: define i32 @one(

target triple = "x86_64-unknown-linux-gnu"
declare void @__ubsan_handle_mul_overflow(i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)

define i32 @one(i32 %x) !func_sanitize !0 {
  %r = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %x, i32 %x), !nosanitize !1
  %v = extractvalue { i32, i1 } %r, 0, !nosanitize !1
  %o = extractvalue { i32, i1 } %r, 1, !nosanitize !1
  br i1 %o, label %bad, label %good, !nosanitize !1
bad:
  call void @__ubsan_handle_mul_overflow(i32 %x), !nosanitize !1
  br label %good, !nosanitize !1
good:
  %y = xor i32 %v, 77
  %z = udiv i32 %y, 7
  ret i32 %z
}

define i32 @two(i32 %x) !func_sanitize !0 {
  %r = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %x, i32 %x), !nosanitize !1
  %v = extractvalue { i32, i1 } %r, 0, !nosanitize !1
  %o = extractvalue { i32, i1 } %r, 1, !nosanitize !1
  br i1 %o, label %bad, label %good, !nosanitize !1
bad:
  call void @__ubsan_handle_mul_overflow(i32 %x), !nosanitize !1
  br label %good, !nosanitize !1
good:
  %y = xor i32 %v, 78
  %z = udiv i32 %y, 7
  ret i32 %z
}
!0 = !{i32 -1056584962, i32 -897942929}
!1 = !{}
