; Bodies that differ in what they promise of the values of parameters and results (`range`, `nofpclass`) had names of
; their own, or code that was not folded. Shared, they promise none of it; how a value is extended stays.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s && %fmerge combine %t.part --thunk 0 --parameter 0 -o %t.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=comdat;verify>,verify' -S %s | %FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

declare i32 @use(i32, float)

; CHECK: define range(i32 0, 9) i32 @first(i8 zeroext range(i8 0, 2) %a, float nofpclass(nan inf) %f)
; CHECK-NEXT: tail call i32 @[[SHARED:fmerge\.[0-9a-f]+]](i8 zeroext %{{[^,]+}}, float %{{[^,]+}}, i32 11)
define range(i32 0, 9) i32 @first(i8 zeroext range(i8 0, 2) %a, float nofpclass(nan inf) %f) {
  %b = zext i8 %a to i32
  %c = call range(i32 0, 100) i32 @use(i32 range(i32 0, 2) %b, float nofpclass(nan) %f)
  %d = call i32 @use(i32 11, float %f)
  %e = xor i32 %c, %d
  ret i32 %e
}

; CHECK: define i32 @second(i8 zeroext %a, float %f)
; CHECK-NEXT: tail call i32 @[[SHARED]](i8 zeroext %{{[^,]+}}, float %{{[^,]+}}, i32 12)
define i32 @second(i8 zeroext %a, float %f) {
  %b = zext i8 %a to i32
  %c = call i32 @use(i32 %b, float %f)
  %d = call i32 @use(i32 12, float %f)
  %e = xor i32 %c, %d
  ret i32 %e
}

; CHECK: define linkonce_odr hidden i32 @[[SHARED]](i8 zeroext %{{[^,]+}}, float %{{[^,]+}}, i32 %{{[^)]+}})
; CHECK-NEXT: zext
; CHECK-NEXT: call i32 @use(i32 %{{[^,]+}}, float %{{[^,]+}})
; CHECK-NOT: define {{.*}} @fmerge.
