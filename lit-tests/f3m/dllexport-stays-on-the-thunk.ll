; An exported function stays exported; the merged one is not.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define dllexport i32 @left(ptr %p) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr %p, i1 false)
; CHECK: define dllexport i32 @right(ptr %p) {
; CHECK: define internal i32 @left.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr

target triple = "x86_64-pc-windows-msvc"

define dllexport i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define dllexport i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}
