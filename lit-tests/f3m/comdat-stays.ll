; A local function of a comdat stays in it: the group must be the same in every object. The merged function is in none.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @left(ptr %p) comdat($one) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr %p, i1 false)
; CHECK-NEXT: ret i32
; CHECK: define internal i32 @right(ptr %p) comdat($two) {
; CHECK-NEXT: {{.*}}tail call i32 @left.fmerge(ptr %p, i1 true)
; CHECK-NEXT: ret i32
; CHECK: define internal i32 @left.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr #{{[0-9]+}} {
$one = comdat any
$two = comdat nodeduplicate

@one = global ptr @left, comdat
@two = global ptr @right, comdat

define internal i32 @left(ptr %p) comdat($one) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @right(ptr %p) comdat($two) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

