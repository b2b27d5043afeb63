// A function that is merged again leaves no frame of its own: an original is one call away from the last.
// RUN: %clang -O1 -fno-inline -g -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='f3m<force;families=2;verify>,verify' %t.bc -S -o %t.ll
// RUN: %FileCheck %s < %t.ll
// RUN: llc -filetype=obj %t.ll -o %t.o
// RUN: llvm-dwarfdump --verify %t.o
extern int in_one(int, int *), in_two(int *), in_three(int, int, int *), in_all(int, int *);

#define BODY(special)                                                                                          \
  int local = in_all(n, p);                                                                                    \
  for (int i = 0; i < n; ++i) {                                                                                \
    if (p[i] > 3)                                                                                              \
      local += special;                                                                                        \
    local += in_all(i, &local);                                                                                \
  }                                                                                                            \
  return in_all(local, p) * 3;

int one(int *p, int n) { BODY(in_one(p[i], p)) }
int two(int *p, int n) { BODY(in_two(p)) }
int three(int *p, int n) { BODY(in_three(local, p[i], p)) }

// CHECK: define internal {{.*}}@{{.*fmerge[.0-9]*}}({{.*}} !dbg ![[MERGED:[0-9]+]] {
// CHECK-DAG: call {{.*}} @in_one({{.*}} !dbg ![[ONE:[0-9]+]]
// CHECK-DAG: call {{.*}} @in_two({{.*}} !dbg ![[TWO:[0-9]+]]
// CHECK-DAG: call {{.*}} @in_three({{.*}} !dbg ![[THREE:[0-9]+]]
// CHECK-DAG: ![[MERGED]] = distinct !DISubprogram(name: "[[NAME:.* / .* / .*]]",
// CHECK-DAG: ![[ONE]] = !DILocation(line: [[@LINE-9]], {{.*}}inlinedAt: ![[ATONE:[0-9]+]])
// CHECK-DAG: ![[TWO]] = !DILocation(line: [[@LINE-9]], {{.*}}inlinedAt: ![[ATTWO:[0-9]+]])
// CHECK-DAG: ![[THREE]] = !DILocation(line: [[@LINE-9]], {{.*}}inlinedAt: ![[ATTHREE:[0-9]+]])
// CHECK-DAG: ![[ATONE]] = distinct !DILocation(line: 0, scope: ![[MERGED]])
// CHECK-DAG: ![[ATTWO]] = distinct !DILocation(line: 0, scope: ![[MERGED]])
// CHECK-DAG: ![[ATTHREE]] = distinct !DILocation(line: 0, scope: ![[MERGED]])
// The identifier of the function that was merged first is passed on, and described under that function's name.
// CHECK-DAG: #dbg_value(i1 %fmerge.id1, ![[OUTER:[0-9]+]],
// CHECK-DAG: #dbg_value(i1 %fmerge.id, ![[INNER:[0-9]+]],
// CHECK-DAG: ![[OUTER]] = !DILocalVariable(name: "original", arg: 1, scope: ![[MERGED]]
// CHECK-DAG: ![[INNER]] = !DILocalVariable(name: "[[FIRST:[a-z]+ / [a-z]+]]", arg: 2, scope: ![[MERGED]]
// CHECK-DAG: !DIEnumerator(name: "[[FIRST]]", value: {{[01]}}, isUnsigned: true)
