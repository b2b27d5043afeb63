; "wasm-export-name" exports one function under one name: not the body that two of them share.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s -DBODY=a.gfm
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s -DBODY=a.fmerge
; RUN: sed 's/, 78/, 77/' %s | %opt -passes='identical<force;verify>,verify' -S | %FileCheck %s --check-prefix=EQUAL
; CHECK: define internal i32 @[[BODY]]({{.*}} [[OFBODY:#[0-9]+]]
; CHECK: attributes #{{[0-9]+}} = { "wasm-export-name"="first" }
; CHECK: attributes #{{[0-9]+}} = { "wasm-export-name"="second" }
; CHECK: attributes [[OFBODY]] = { noinline }
; EQUAL: define i32 @a(i32 %x) [[OFA:#[0-9]+]]
; EQUAL: define i32 @b(i32 %x) [[OFB:#[0-9]+]]
; EQUAL: define internal i32 @{{[^#]*}}{{$}}
; EQUAL: attributes [[OFA]] = { "wasm-export-name"="first" }
; EQUAL: attributes [[OFB]] = { "wasm-export-name"="second" }

target triple = "wasm32-unknown-unknown"

define i32 @a(i32 %x) "wasm-export-name"="first" {
  %y = mul i32 %x, 77
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}

define i32 @b(i32 %x) "wasm-export-name"="second" {
  %y = mul i32 %x, 78
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  %v = add i32 %w, %x
  ret i32 %v
}
