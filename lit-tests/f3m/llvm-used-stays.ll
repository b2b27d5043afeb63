; What llvm.used or llvm.compiler.used names stays.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: @llvm.used = appending global [1 x ptr] [ptr @left]
; CHECK: @llvm.compiler.used = appending global [1 x ptr] [ptr @right]
; CHECK: define internal i32 @left(ptr %p) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr %p, i1 false)
; CHECK-NEXT: ret i32
; CHECK: define internal i32 @right(ptr %p) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr %p, i1 true)
; CHECK-NEXT: ret i32
@llvm.used = appending global [1 x ptr] [ptr @left], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @right], section "llvm.metadata"

define internal i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

