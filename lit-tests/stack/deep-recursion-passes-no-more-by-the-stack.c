// A function that recurses 60,000 deep calls two that, merged, take fourteen arguments, eight of them by the stack: these would
// lie in each of its frames, three times as large then. nasm's parser of expressions overflowed its stack so, forced.
// RUN: %clang -Os %s -o %t.plain
// RUN: bash -c 'ulimit -s 2200; %t.plain' > %t.expected
// RUN: %clang -Os -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='f3m<force;verify;report=%t.json>' %t.ll -o %t.bc
// RUN: %FileCheck --check-prefix=REFUSED %s < %t.json
// RUN: %clang -Os -Xclang -disable-llvm-passes %t.bc -o %t.forced
// RUN: bash -c 'ulimit -s 2200; %t.forced' | diff %t.expected -
// REFUSED: "merges":0
// REFUSED: "arguments-on-stack":

// Where no call leads back to the caller, that is one frame.
// RUN: %clang -Os -DFLAT -S -emit-llvm %s -o %t.flat.ll
// RUN: %opt -passes='f3m<force;verify;report=-;only=one|two>' -disable-output %t.flat.ll 2>&1 | %FileCheck --check-prefix=FLAT %s
// FLAT: "merges":1
#include <stdio.h>

__attribute__((noinline)) long opaque(long x, long y) {
  __asm__ volatile("" : "+r"(x) : "r"(y));
  return x;
}

// A tenth of it is room for the arguments in the frame of the merged function itself.
#define ROOM                                                                                                           \
  char room[800];                                                                                                      \
  __asm__ volatile("" : : "r"(room) : "memory");

__attribute__((noinline)) static long one(long a, long b, long c, long d, long e, long f) {
  ROOM
  long sum = opaque(a, b) * opaque(c, d) + opaque(e, f);
  for (long i = 0; i < a; i++)
    sum = opaque(sum ^ b, c) * 3 + opaque(d, e) * f;
  return opaque(sum + 11, 4);
}

__attribute__((noinline)) static long two(int a, int b, int c, int d, int e, int f) {
  ROOM
  long sum = opaque(a, b) * opaque(c, d) + opaque(e, f);
  for (long i = 0; i < a; i++)
    sum = opaque(sum ^ b, c) * 5 + opaque(d, e) * f;
  return opaque(sum + 13, 4);
}

__attribute__((noinline)) static long descend(long n) {
  long sum = one(n & 1, 2, n, 4, n + 5, 6) + two(n & 2, 2, (int)n, 4, (int)n, 6);
#ifndef FLAT
  if (n > 0)
    sum += descend(n - 1);
#endif
  return opaque(sum, n);
}

int main(int argc, char **argv) {
  printf("%ld\n", descend(59999 + argc));
  return 0;
}
