; φ coalescing (SalSSA): two pairs of values, each of code that only one side runs, take one φ each, and no select.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s -o %t.with.ll
; RUN: %FileCheck %s --check-prefix=WITH --implicit-check-not=' = phi ' --implicit-check-not=' = select ' < %t.with.ll
; WITH-COUNT-2: = phi i32 [ %{{[ab]}}, %{{.*}} ], [ %{{[ab]}}{{[0-9]}}, %{{.*}} ]

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
