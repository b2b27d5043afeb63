; A notail call is not one that may become a tail call. (The arguments differ so much that LLVM's
; SimplifyCFG does not sink the two calls into one; it would lose the notail.)
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void @next'
; RUN: sed 's/notail call/call/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call void @next'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call void @next
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call void @next

declare void @next(i32, i32, i32)

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  notail call void @next(i32 1, i32 2, i32 3)
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void @next(i32 4, i32 5, i32 6)
  ret i32 %c
}
