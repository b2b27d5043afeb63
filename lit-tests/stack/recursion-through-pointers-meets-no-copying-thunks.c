// A thunk that passes a structure by value copies it once more, at each level of a recursion through a pointer. So
// functions that may recurse do not become such thunks, by whatever pass.
// RUN: %clang -Oz %s -o %t.plain
// RUN: bash -c 'ulimit -s 6200; %t.plain' > %t.expected
// RUN: %clang -Oz -fpass-plugin=%plugin %s -o %t
// RUN: bash -c 'ulimit -s 6200; %t' | diff %t.expected -
// RUN: %clang -Oz -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='identical<force;verify>' %t.ll -o %t.identical.bc
// RUN: %clang -Oz -Xclang -disable-llvm-passes %t.identical.bc -o %t.identical
// RUN: bash -c 'ulimit -s 6200; %t.identical' | diff %t.expected -
// RUN: %opt -passes='gfm<force;verify>' %t.ll -o %t.gfm.bc
// RUN: %clang -Oz -Xclang -disable-llvm-passes %t.gfm.bc -o %t.gfm
// RUN: bash -c 'ulimit -s 6200; %t.gfm' | diff %t.expected -
// RUN: %opt -passes='f3m<force;verify>' %t.ll -o %t.f3m.bc
// RUN: %clang -Oz -Xclang -disable-llvm-passes %t.f3m.bc -o %t.f3m
// RUN: bash -c 'ulimit -s 6200; %t.f3m' | diff %t.expected -

// Where a structure is small, thunks stay within the limit.
// RUN: %clang -Oz -DCOUNT=3 -S -emit-llvm %s -o - | %opt -passes='identical<force;verify>' -S | %FileCheck %s
// CHECK: call i64 @{{one|two}}(i64 {{.*}} byval
#include <stdio.h>

static volatile long cell[64];
#define STEP(k) cell[k] = cell[k] * 5 ^ cell[k + 1], cell[k + 2] += k;
#define SHARED STEP(0) STEP(4) STEP(8) STEP(12) STEP(16) STEP(20) STEP(24) STEP(28) STEP(32) STEP(36) STEP(40)

#ifndef COUNT
#define COUNT 256
#endif
struct Large {
  long values[COUNT];
};
typedef long Function(long, struct Large);
static Function *volatile table[4];

#define FUNCTION(name, k)                                                                                              \
  __attribute__((noinline)) long name(long n, struct Large copy) {                                                     \
    SHARED                                                                                                             \
    if (n == 0)                                                                                                        \
      return copy.values[1] + k;                                                                                       \
    copy.values[n % COUNT]++;                                                                                          \
    long below = table[n & 3](n - 1, copy);                                                                            \
    cell[1] += below;                                                                                                  \
    return below;                                                                                                      \
  }
FUNCTION(one, 1)
FUNCTION(two, 1)
FUNCTION(three, 2)
FUNCTION(four, 3)

int main(void) {
  static struct Large large;
  table[0] = one, table[1] = two, table[2] = three, table[3] = four;
  printf("%ld\n", one(2500, large));
}
