// What three functions do together keeps the frames on which all of them agree. The third one calls `helper` itself, where the
// others call `middle`: only two were compared, and the store seemed to come from `middle` in all three.
// The identifier has the names of all members.
// RUN: split-file %s %t
// RUN: %clang -O1 -g -c -emit-llvm %t/main.c -o %t.bc
// RUN: %opt -passes='f3m<by-hand=%t/families.json;min-size=1;verify>,verify' -S %t.bc -o - | %FileCheck %s
// CHECK: define {{.*}}@first.fmerge(
// CHECK: store volatile i32 {{.*}}!dbg ![[STORE:[0-9]+]]
// CHECK-DAG: ![[HELPER:[0-9]+]] = distinct !DISubprogram(name: "helper"
// CHECK-DAG: ![[MERGED:[0-9]+]] = distinct !DISubprogram(name: "first / second / ..."
// CHECK-DAG: !DIEnumerator(name: "first", value: 0
// CHECK-DAG: !DIEnumerator(name: "second", value: 1
// CHECK-DAG: !DIEnumerator(name: "third", value: 2
// CHECK-DAG: ![[STORE]] = !DILocation(line: {{[1-9][0-9]*}}, {{.*}}scope: ![[HELPER]], inlinedAt: ![[CALL:[0-9]+]])
// CHECK-DAG: ![[CALL]] = distinct !DILocation(line: 0, scope: ![[MERGED]])

//--- families.json
[{"members": ["first", "second", "third"], "rows": [{"blocks": [0, 0, 0]}]}]

//--- main.c
#define INLINED static inline __attribute__((always_inline))
INLINED void helper(volatile int *to, int value) { *to = value; }
INLINED void middle(volatile int *to, int value) { helper(to, value); }

void first(volatile int *to) { middle(to, 1); }
void second(volatile int *to) { middle(to, 2); }
void third(volatile int *to) { helper(to, 3); }
