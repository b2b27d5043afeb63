; Pointers into different address spaces share no parameter, no select and no access: nothing converts one into another.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not=addrspacecast --implicit-check-not=ptrtoint
; RUN: sed 's/ptr addrspace(1)/ptr/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE
; CHECK: define internal {{.*}} @left.fmerge({{.*}}ptr addrspace(1)
; CHECK-DAG: load i32, ptr %
; CHECK-DAG: load i32, ptr addrspace(1) %
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = load i32
; ALIKE-NOT: = load i32
; ALIKE: {{^}}}

define i32 @left(ptr %p, i32 %x, i32 %y) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, %x
  %d = lshr i32 %c, 2
  %e = mul i32 %d, %y
  %f = add i32 %e, 77
  ret i32 %f
}

define i32 @right(ptr addrspace(1) %p, i32 %x, i32 %y) {
  %a = load i32, ptr addrspace(1) %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, %x
  %d = lshr i32 %c, 2
  %e = mul i32 %d, %y
  %f = add i32 %e, 77
  ret i32 %f
}
