; Nobody can inline a local function that is only passed to others, such as those that OpenMP makes of parallel
; regions: they merge although they are `alwaysinline`. One that is called, or that others see, does not.
; RUN: %opt -passes='gfm<force;verify>,verify' -S %s | %FileCheck %s -DBODY=left.gfm
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s -DBODY=left.fmerge
; RUN: sed 's/call void @fork(ptr @left/call void @left(ptr @left/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s --check-prefix=STAYS
; RUN: sed 's/define internal/define/' %s | %opt -passes='gfm<force;verify>,verify' -S | %FileCheck %s --check-prefix=STAYS
; CHECK: define internal void @left(ptr %p) [[OWN:#[0-9]+]]
; CHECK-NEXT: tail call void @[[BODY]](
; CHECK: define internal void @right(ptr %p) [[OWN]]
; CHECK-NEXT: tail call void @[[BODY]](
; CHECK: define internal void @[[BODY]]({{.*}} [[OFBODY:#[0-9]+]]
; CHECK: attributes [[OWN]] = { alwaysinline }
; CHECK: attributes [[OFBODY]] = { noinline }
; STAYS-NOT: .gfm

target triple = "x86_64-unknown-linux-gnu"
declare void @fork(ptr)

define internal void @left(ptr %p) alwaysinline {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret void
}

define internal void @right(ptr %p) alwaysinline {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret void
}

define void @parallel() {
  call void @fork(ptr @left)
  call void @fork(ptr @right)
  ret void
}
