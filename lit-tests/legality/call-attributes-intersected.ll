; Two calls become one with what both promise; promises about one call are not made for the other.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @left.fmerge(
; CHECK: call i32 @callee(ptr nonnull align 4 dereferenceable(4) %p, i32 %{{.*}}) #[[CALL:[0-9]+]]
; CHECK: attributes #[[CALL]] = { nounwind }

declare i32 @callee(ptr, i32)

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = call noundef i32 @callee(ptr noundef nonnull align 8 dereferenceable(8) %p, i32 noundef %b) nounwind willreturn
  ret i32 %c
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = call i32 @callee(ptr nonnull align 4 dereferenceable(4) %p, i32 %b) nounwind
  ret i32 %c
}
