// A function that recurses 60,000 deep and keeps two values across its calls is not merged, forced or not, with one
// that keeps nine: its frame would be three times as large.
// RUN: %clang -Os %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: bash -c 'ulimit -s 3000; %t.plain' | diff %t.expected -
// RUN: %clang -Os -fpass-plugin=%plugin %s -o %t
// RUN: bash -c 'ulimit -s 3000; %t' | diff %t.expected -
// RUN: %clang -Os -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='f3m<force;verify>' %t.ll -o %t.bc
// RUN: %clang -Os -Xclang -disable-llvm-passes %t.bc -o %t.forced
// RUN: bash -c 'ulimit -s 3000; %t.forced' | diff %t.expected -
#include <stdio.h>

long table[8];

__attribute__((noinline)) long opaque(long x, long y) {
  __asm__ volatile("" : "+r"(x) : "r"(y));
  return x;
}

__attribute__((noinline)) static long descend(long n, long scale) {
  long sum = opaque(n, 1);
  sum = opaque(sum, 2) * 3;
  sum = opaque(sum ^ 5, 3);
  sum = opaque(sum + 11, 4);
  if (n > 0)
    sum += descend(n - 1, sum);
  sum = opaque(sum, 6);
  sum = opaque(sum * 7, 8);
  return opaque(sum - 9, 10);
}

__attribute__((noinline)) static long weigh(long n, long scale) {
  long a = table[1], b = table[2], c = table[3], d = table[4], e = table[5], f = table[6], g = table[7];
  long sum = opaque(n, 1);
  sum = opaque(sum, 2) * 3;
  sum = opaque(sum ^ 5, 3);
  sum = opaque(sum + 11, 4);
  if (n > 0)
    sum += weigh(n - 1, sum);
  sum = opaque(sum, 6);
  sum = opaque(sum * 7, 8);
  sum = opaque(sum - 9, 10);
  return sum + a * b + c * d + e * f * g * scale;
}

int main(void) { printf("%ld %ld\n", descend(60000, 1), weigh(10, 3)); }
