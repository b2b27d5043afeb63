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

// A call through a pointer may lead back, too. There two words are allowed, as in all such frames: seven arguments and the
// identifier.
// RUN: %clang -Os -DPOINTER -S -emit-llvm %s -o %t.pointer.ll
// RUN: %opt -passes='f3m<force;verify;report=%t.pointer.json;only=one|two>' -disable-output %t.pointer.ll
// RUN: %FileCheck --check-prefix=REFUSED %s < %t.pointer.json
// RUN: %clang -Os -DPOINTER -DLAST=long -S -emit-llvm %s -o %t.few.ll
// RUN: %opt -passes='f3m<force;verify;report=-;only=one|two>' -disable-output %t.few.ll 2>&1 | %FileCheck --check-prefix=FLAT %s
#include <stdio.h>

#ifndef LAST
#define LAST int
#endif

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

__attribute__((noinline)) static long two(LAST a, LAST b, LAST c, LAST d, LAST e, int f) {
  ROOM
  long sum = opaque(a, b) * opaque(c, d) + opaque(e, f);
  for (long i = 0; i < a; i++)
    sum = opaque(sum ^ b, c) * 5 + opaque(d, e) * f;
  return opaque(sum + 13, 4);
}

#ifdef POINTER
long descend(long n);
static long (*volatile again)(long) = descend;
#define FIRST n ^ 3, n, n - 4, n + 5, n * 6
#define SECOND n ^ 3, (LAST)n, n - 4, (LAST)(n + 7), n * 6
#else
static long descend(long n);
#define again descend
#define FIRST 2, n, 4, n + 5, 6
#define SECOND 2, (int)n, 4, (int)n, 6
#endif

__attribute__((noinline)) long descend(long n) {
  long sum = one(n & 1, FIRST) + two(n & 2, SECOND);
#ifndef FLAT
  if (n > 0)
    sum += again(n - 1);
#endif
  return opaque(sum, n);
}

int main(int argc, char **argv) {
  printf("%ld\n", descend(59999 + argc));
  return 0;
}
