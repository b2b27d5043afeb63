// Values that are alive at once and find no register are spilled: not in the frames of a function that recurses deep.
// Plain frames have at most 32 bytes, 60,000 of them.
// RUN: %clang -Oz %s -o %t.plain
// RUN: bash -c 'ulimit -s 4200; %t.plain' > %t.expected
// RUN: %clang -Oz -fpass-plugin=%plugin %s -o %t
// RUN: bash -c 'ulimit -s 4200; %t' | diff %t.expected -
// RUN: %clang -Oz -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='f3m<force;verify>' %t.ll -o %t.bc
// RUN: %clang -Oz -Xclang -disable-llvm-passes %t.bc -o %t.forced
// RUN: bash -c 'ulimit -s 4200; %t.forced' | diff %t.expected -
#include <stdio.h>

static volatile long cell[64];
#define STEP(k) cell[k] = cell[k] * 5 ^ cell[k + 1], cell[k + 2] += k;
#define SHARED STEP(0) STEP(4) STEP(8) STEP(12) STEP(16) STEP(20) STEP(24) STEP(28) STEP(32) STEP(36) STEP(40)

#define EACH(X)                                                                                                        \
  X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20)  \
      X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31) X(32) X(33) X(34) X(35) X(36) X(37) X(38) X(39)
#define READ(k) long v##k = cell[k];
#define WRITE(k) cell[k] = v##k * 3 + k;
#define BOTH(k) READ(k) WRITE(k)

__attribute__((noinline)) static long deep(long n) {
  if (n == 0)
    return 0;
  EACH(BOTH)
  SHARED
  return deep(n - 1) * 3 + cell[1];
}

__attribute__((noinline)) static long flat(long n) {
  if (n == 0)
    return 0;
  EACH(READ)
  EACH(WRITE)
  SHARED
  return flat(n - 1) * 3 + cell[1];
}

int main(void) { printf("%ld %ld\n", deep(60000), flat(10)); }
