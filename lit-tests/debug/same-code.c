// Debug information never changes the code, and what is left of it is sound.
// RUN: %clang -Oz -fno-inline -emit-llvm -S %s -o %t.plain.ll
// RUN: %clang -Oz -fno-inline -g -emit-llvm -S %s -o %t.debug.ll
// RUN: %opt -passes='f3m<force;verify>,verify' -S %t.plain.ll -o %t.plain.merged.ll
// RUN: %opt -passes='f3m<force;verify>,verify' -S %t.debug.ll -o %t.debug.merged.ll
// RUN: %FileCheck %s < %t.debug.merged.ll
// RUN: %clang -O1 -c %t.plain.merged.ll -o %t.plain.o
// RUN: %clang -O1 -c %t.debug.merged.ll -o %t.debug.o
// RUN: llvm-objdump -d --no-addresses %t.plain.o | sed 1,3d > %t.plain.s
// RUN: llvm-objdump -d --no-addresses %t.debug.o | sed 1,3d > %t.debug.s
// RUN: diff %t.plain.s %t.debug.s
// RUN: llvm-dwarfdump --verify %t.debug.o

// CHECK: define {{.*}}@first({{.*}} !dbg
// CHECK-NEXT: tail call {{.*}} !dbg
// CHECK: define internal {{.*}}.fmerge
// CHECK-NOT: !dbg
// CHECK: {{^}}}
extern int sink(int, int *);

int first(int *p, int n) {
  int local = n;
  for (int i = 0; i < n; ++i) {
    int inner = p[i] * 3;
    local += sink(inner, &local);
  }
  return local;
}

int second(int *p, int n) {
  int local = n;
  for (int i = 0; i < n; ++i) {
    int inner = p[i] * 5;
    local -= sink(inner, &local);
  }
  return local;
}

static __attribute__((noinline)) int third(int *p, int n) {
  int local = 7;
  for (int i = 0; i < n; ++i) {
    int inner = p[i] * 5;
    local -= sink(inner, &local);
  }
  return local + 1;
}

int caller(int *p) { return third(p, 2) + third(p, 3) + first(p, 4); }
