// A call that passes a kilobyte by value makes room for it in the frame: not in those of a function that recurses deep.
// Plain frames have 16 bytes, 100,000 of them.
// RUN: %clang -Oz %s -o %t.plain
// RUN: bash -c 'ulimit -s 3600; %t.plain' > %t.expected
// RUN: %clang -Oz -fpass-plugin=%plugin %s -o %t
// RUN: bash -c 'ulimit -s 3600; %t' | diff %t.expected -
// RUN: %clang -Oz -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='f3m<force;verify>' %t.ll -o %t.bc
// RUN: %clang -Oz -Xclang -disable-llvm-passes %t.bc -o %t.forced
// RUN: bash -c 'ulimit -s 3600; %t.forced' | diff %t.expected -
#include <stdio.h>

static volatile long cell[64];
#define STEP(k) cell[k] = cell[k] * 5 ^ cell[k + 1], cell[k + 2] += k;
#define SHARED STEP(0) STEP(4) STEP(8) STEP(12) STEP(16) STEP(20) STEP(24) STEP(28) STEP(32) STEP(36) STEP(40)

struct Large {
  long values[128];
};
static struct Large large;

__attribute__((noinline)) static long first(struct Large copy) { return copy.values[cell[0] & 127]; }

__attribute__((noinline)) static long deep(long n) {
  if (n == 0)
    return 0;
  SHARED
  return deep(n - 1) * 3 + cell[1];
}

__attribute__((noinline)) static long flat(long n) {
  if (n == 0)
    return 0;
  SHARED
  cell[2] = first(large);
  return flat(n - 1) * 3 + cell[1];
}

int main(void) { printf("%ld %ld\n", deep(100000), flat(10)); }
