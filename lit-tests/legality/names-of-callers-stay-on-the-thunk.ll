; "dontcall-error" and "dontcall-warn" speak to callers of the function's name: the thunk's own call is none of them,
; and a call of the name is still told. Functions that differ in them share a body.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s -DBODY=a.gfm
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s -DBODY=a.fmerge
; RUN: sed 's/, 78/, 77/' %s | %opt -passes='identical<force;verify>,verify' -S | %FileCheck %s --check-prefix=EQUAL
; RUN: %opt -passes='gfm<force>' %s | not %llc -o /dev/null 2>&1 | %FileCheck %s --check-prefix=TOLD --implicit-check-not=error
; RUN: sed 's/, 78/, 77/' %s | %opt -passes='identical<force>' | not %llc -o /dev/null 2>&1 | %FileCheck %s --check-prefix=TOLD --implicit-check-not=error
; CHECK: define internal i32 @a(i32 %x) [[OFA:#[0-9]+]]
; CHECK-NEXT: call i32 @[[BODY]](
; CHECK: define i32 @b(i32 %x) [[OFB:#[0-9]+]]
; CHECK-NEXT: call i32 @[[BODY]](
; CHECK: define i32 @caller(
; CHECK-NEXT: call i32 @a(
; CHECK: define internal i32 @[[BODY]]({{.*}} [[OFBODY:#[0-9]+]]
; CHECK: attributes [[OFA]] = { "dontcall-error"="old interface" }
; CHECK: attributes [[OFB]] = { "dontcall-warn"="slow" }
; CHECK: attributes [[OFBODY]] = { noinline }
; EQUAL: define internal i32 @a(i32 %x) [[OFA:#[0-9]+]]
; EQUAL-NEXT: tail call i32 @[[BODY:[a-z.]+]](
; EQUAL: define i32 @b(i32 %x) [[OFB:#[0-9]+]]
; EQUAL-NEXT: tail call i32 @[[BODY]](
; EQUAL: call i32 @a(
; EQUAL: define internal i32 @[[BODY]](i32 %x){{[^#]*$}}
; EQUAL: attributes [[OFA]] = { "dontcall-error"="old interface" }
; EQUAL: attributes [[OFB]] = { "dontcall-warn"="slow" }
; TOLD: error: call to a marked "dontcall-error": old interface

target triple = "x86_64-unknown-linux-gnu"

define internal i32 @a(i32 %x) "dontcall-error"="old interface" {
  %y = mul i32 %x, 77
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}

define i32 @b(i32 %x) "dontcall-warn"="slow" {
  %y = mul i32 %x, 78
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}

define i32 @caller(i32 %x) {
  %r = call i32 @a(i32 %x)
  ret i32 %r
}
