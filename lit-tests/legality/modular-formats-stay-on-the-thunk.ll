; "modular-format" lets InstCombine turn calls of the function into calls of another one: not those of its body, which
; has one more argument.
; RUN: %opt -passes='gfm<force;verify>,verify,function(instcombine)' -S %s | %FileCheck %s -DBODY=pr.gfm
; RUN: %opt -passes='f3m<force;verify>,verify,function(instcombine)' -S %s | %FileCheck %s -DBODY=pr.fmerge
; CHECK: define i32 @pr({{.*}} [[OWN:#[0-9]+]]
; CHECK-NEXT: tail call i32 @[[BODY]](
; CHECK: define i32 @pq({{.*}} [[OWN]]
; CHECK-NEXT: tail call i32 @[[BODY]](
; CHECK: define internal i32 @[[BODY]](
; CHECK: attributes [[OWN]] = { noinline "modular-format"=

target triple = "x86_64-unknown-linux-gnu"
define i32 @pr(ptr %f, i32 %x) "modular-format"="printf,1,2,__modular_pr,__pr,float" noinline {
  %y = mul i32 %x, 77
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  store i32 %w, ptr %f
  ret i32 %w
}

define i32 @pq(ptr %f, i32 %x) "modular-format"="printf,1,2,__modular_pr,__pr,float" noinline {
  %y = mul i32 %x, 78
  %z = xor i32 %y, 12345
  %w = udiv i32 %z, 7
  store i32 %w, ptr %f
  ret i32 %w
}
