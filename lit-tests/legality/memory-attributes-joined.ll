; The merged function may touch what either may; what only one promises goes. The thunks keep their own.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define i32 @left(ptr {{.*}}%p) #[[LEFT:[0-9]+]]
; CHECK: define i32 @right(ptr {{.*}}%p) #[[RIGHT:[0-9]+]]
; CHECK: define internal i32 @left.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr #[[BOTH:[0-9]+]]
; CHECK-DAG: attributes #[[LEFT]] = { nosync nounwind willreturn memory(argmem: read) }
; CHECK-DAG: attributes #[[RIGHT]] = { nounwind memory(argmem: write) }
; CHECK-DAG: attributes #[[BOTH]] = { noinline nounwind memory(argmem: readwrite) }

define i32 @left(ptr readonly %p) nosync nounwind willreturn memory(argmem: read) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  ret i32 %d
}

define i32 @right(ptr writeonly %p) nounwind memory(argmem: write) {
  store i32 4, ptr %p
  %b = mul i32 7, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  ret i32 %d
}
