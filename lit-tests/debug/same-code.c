// Debug information never changes the code: the IR without it is the same, and so are the bytes.
// RUN: %clang -Oz -fno-inline -emit-llvm -S %s -o %t.plain.ll
// RUN: %clang -Oz -fno-inline -g -emit-llvm -S %s -o %t.debug.ll
// RUN: %opt -passes='f3m<force;verify>,verify' -S %t.plain.ll -o %t.plain.merged.ll
// RUN: %opt -passes='f3m<force;verify>,verify' -S %t.debug.ll -o %t.debug.merged.ll
// RUN: %FileCheck %s < %t.debug.merged.ll
//
// RUN: opt -passes=strip -S %t.plain.merged.ll | grep -v '^[!;]' > %t.plain.stripped
// RUN: opt -passes=strip -S %t.debug.merged.ll | grep -v '^[!;]' > %t.debug.stripped
// RUN: sed -e 's/!llvm.loop ![0-9]*//' -e 's/!tbaa ![0-9]*//' %t.plain.stripped > %t.plain.code
// RUN: sed -e 's/!llvm.loop ![0-9]*//' -e 's/!tbaa ![0-9]*//' %t.debug.stripped > %t.debug.code
// RUN: diff %t.plain.code %t.debug.code
//
// RUN: llc -O2 -filetype=obj %t.plain.merged.ll -o %t.plain.o
// RUN: llc -O2 -filetype=obj %t.debug.merged.ll -o %t.debug.o
// RUN: llvm-objcopy -O binary --only-section=.text %t.plain.o %t.plain.text
// RUN: llvm-objcopy -O binary --only-section=.text %t.debug.o %t.debug.text
// RUN: cmp %t.plain.text %t.debug.text
// RUN: llvm-dwarfdump --verify %t.debug.o

// CHECK: define {{.*}}@first({{.*}} !dbg
// CHECK-NEXT: tail call {{.*}} !dbg
// CHECK: define internal {{.*}}.fmerge({{.*}} !dbg
// Nothing is described but the identifier.
// CHECK: #dbg_value(i1 %fmerge.id, ![[ORIGINAL:[0-9]+]], !DIExpression(),
// CHECK-NOT: #dbg
// CHECK: {{^}}}
// CHECK: ![[ORIGINAL]] = !DILocalVariable(name: "original", arg: 1,
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
