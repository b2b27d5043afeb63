; A call that is checked by control-flow guard merges with no other. (The fences keep SimplifyCFG from sinking it.)
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void %q'
; RUN: sed 's/ [[] "cfguardtarget"(ptr %[qr]) ]//' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call void %q'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call void %q
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call void %q

define i32 @left(ptr %p, ptr %q, ptr %r) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call void %q() [ "cfguardtarget"(ptr %q) ]
  fence acquire
  ret i32 %c
}

define i32 @right(ptr %p, ptr %q, ptr %r) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void %q() [ "cfguardtarget"(ptr %r) ]
  fence release
  ret i32 %c
}
