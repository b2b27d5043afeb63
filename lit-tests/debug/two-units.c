// Functions of two units: the merged one is of the left one's unit, and the other's lines keep their file.
// RUN: %clang -O2 -g -DNAME=left -DHELPER=help_left -DONLY=only_left -emit-llvm -c %s -o %t.left.bc
// RUN: cp %s %t.right.c
// RUN: %clang -O2 -g -DNAME=right -DHELPER=help_right -DONLY=only_right -emit-llvm -c %t.right.c -o %t.right.bc
// RUN: llvm-link %t.left.bc %t.right.bc -o %t.bc
// RUN: %opt -passes='f3m<force;verify>,verify' %t.bc -o %t.merged.bc
// RUN: llc -O2 -filetype=obj %t.merged.bc -o %t.o
// RUN: llvm-dwarfdump --verify %t.o
//
// RUN: llvm-objdump -dr %t.o > %t.s
// RUN: sed -n 's/^[[:blank:]]*\([0-9a-f]*\):[[:blank:]]*R_.*only_right.*/0x\1/p' %t.s > %t.right
// RUN: llvm-symbolizer -i -f=short -s --obj=%t.o < %t.right | %FileCheck %s
// CHECK: help_right
// CHECK-NEXT: two-units.c.tmp.right.c:[[@LINE+9]]:
// CHECK-NEXT: right
// CHECK-NEXT: two-units.c.tmp.right.c:[[@LINE+15]]:
// CHECK-NEXT: left / right
// CHECK-NEXT: two-units.c:0:
extern int ONLY(int, int *), in_both(int, int *);

static inline int HELPER(int *p, int i) {
  if (p[i] > 3)
    return ONLY(p[i], p);
  return in_both(i, p);
}

int NAME(int *p, int n) {
  int local = in_both(n, p);
  for (int i = 0; i < n; ++i) {
    local += in_both(i, &local);
    local += HELPER(p, i);
  }
  return in_both(local, p) * 3;
}
