; A call in one convention is not one in another.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call {{(fastcc )?}}void %q'
; RUN: sed 's/call fastcc/call/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call {{(fastcc )?}}void %q'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call {{(fastcc )?}}void %q
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call {{(fastcc )?}}void %q

define i32 @left(ptr %p, ptr %q) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call fastcc void %q()
  ret i32 %c
}

define i32 @right(ptr %p, ptr %q) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void %q()
  ret i32 %c
}
