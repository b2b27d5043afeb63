// Constants that become parameters are kept across the call of the function itself: in frames of 16 bytes, 150,000 of
// which fit, a few parameters would be most of them.
// RUN: %clang -Oz %s -o %t.plain
// RUN: bash -c 'ulimit -s 5000; %t.plain' > %t.expected
// RUN: %clang -Oz -fpass-plugin=%plugin %s -o %t
// RUN: bash -c 'ulimit -s 5000; %t' | diff %t.expected -
// RUN: %clang -Oz -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='gfm<force;verify>' %t.ll -o %t.bc
// RUN: %clang -Oz -Xclang -disable-llvm-passes %t.bc -o %t.forced
// RUN: bash -c 'ulimit -s 5000; %t.forced' | diff %t.expected -
#include <stdio.h>

// What is called below a function, and how a recursion begins: another test has these functions call through a pointer.
#ifndef BELOW
#define BELOW(name) name
#define FIRST(name) name
#endif

static volatile long cell[64];
#define STEP(k) cell[k] = cell[k] * 5 ^ cell[k + 1], cell[k + 2] += k;
#define SHARED STEP(0) STEP(4) STEP(8) STEP(12) STEP(16) STEP(20) STEP(24) STEP(28) STEP(32) STEP(36) STEP(40)

#define DEEP(name, a, b, c, d)                                                                                         \
  __attribute__((noinline)) static long name(long n) {                                                                 \
    if (n == 0)                                                                                                        \
      return 0;                                                                                                        \
    SHARED                                                                                                             \
    long below = BELOW(name)(n - 1);                                                                                   \
    cell[1] += a;                                                                                                      \
    cell[2] ^= b;                                                                                                      \
    cell[3] *= c;                                                                                                      \
    cell[4] -= d;                                                                                                      \
    STEP(5) return below;                                                                                              \
  }
DEEP(one, 1001, 3003, 4507, 7777777)
DEEP(two, 1002, 3103, 4707, 7777797)
DEEP(three, 1009, 3203, 4907, 7777977)

int main(void) {
  long sum = FIRST(one)(150000);
  sum += FIRST(two)(150000);
  sum += FIRST(three)(150000);
  printf("%ld\n", sum);
}
