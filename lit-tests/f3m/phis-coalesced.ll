; φ coalescing (SalSSA): two pairs of values, each of code that only one side runs, take one φ each. Without
; coalescing each value takes a φ of its own, with poison from the other side, and each pair a select besides.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s -o %t.with.ll
; RUN: %opt -passes='f3m<force;verify;no-coalesce>,verify' -S %s -o %t.without.ll
; RUN: %FileCheck %s --check-prefix=WITH --implicit-check-not=' = phi ' --implicit-check-not=' = select ' < %t.with.ll
; RUN: %FileCheck %s --check-prefix=WITHOUT --implicit-check-not=' = phi ' --implicit-check-not=' = select ' < %t.without.ll
; WITH-COUNT-2: = phi i32 [ %{{[ab]}}, %{{.*}} ], [ %{{[ab]}}{{[0-9]}}, %{{.*}} ]
; WITHOUT-COUNT-4: = phi i32 [
; WITHOUT-COUNT-2: = select i1 %fmerge.id, i32

declare i32 @step(i32, ptr)

define i32 @left(ptr %p, ptr %q) {
  %h = call i32 @step(i32 1, ptr %p)
  store volatile i32 1, ptr %q
  %a = udiv i32 %h, 3
  %b = mul i32 %h, 7
  %r = call i32 @step(i32 %a, ptr %p)
  %s = call i32 @step(i32 %b, ptr %q)
  %t = call i32 @step(i32 %a, ptr %q)
  %u = call i32 @step(i32 %b, ptr %p)
  %v = xor i32 %r, %s
  %w = xor i32 %t, %u
  %x = xor i32 %v, %w
  ret i32 %x
}

define i32 @right(ptr %p, ptr %q) {
  %h = call i32 @step(i32 1, ptr %p)
  %a = load volatile i32, ptr %p
  %b = load volatile i32, ptr %q
  %r = call i32 @step(i32 %a, ptr %p)
  %s = call i32 @step(i32 %b, ptr %q)
  %t = call i32 @step(i32 %a, ptr %q)
  %u = call i32 @step(i32 %b, ptr %p)
  %v = xor i32 %r, %s
  %w = xor i32 %t, %u
  %x = xor i32 %v, %w
  ret i32 %x
}
