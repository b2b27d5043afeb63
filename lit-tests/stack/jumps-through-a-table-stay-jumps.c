// Handlers of six arguments jump to one another through a table. With the identifier, the seventh argument would
// go by the stack, and each jump would be a call that grows the stack: so these are not merged, forced or not.
// RUN: %clang -Oz %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %clang -Os -fpass-plugin=%plugin %s -o %t.small
// RUN: %t.small | diff %t.expected -
// RUN: %clang -Oz -fpass-plugin=%plugin %s -o %t
// RUN: %t | diff %t.expected -
// RUN: %clang -Oz -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='f3m<force;verify>' %t.ll -o %t.bc
// RUN: %clang -O1 -Xclang -disable-llvm-passes %t.bc -o %t.forced
// RUN: %t.forced | diff %t.expected -
#include <stdio.h>

typedef long (*handler)(long, long, long, long *, long, long);
extern handler table[];

long add(long a, long b, long c, long *p, long n, long z) {
  p[0] += a * 3;
  p[1] ^= b + p[0];
  p[2] += c;
  if (n == 0)
    return p[0] + p[1] + p[2];
  return table[n & 1](a + 1, b, c + p[1], p, n - 1, z);
}

long subtract(long a, long b, long c, long *p, long n, long z) {
  p[0] -= a * 5;
  p[1] ^= b + p[0];
  p[2] += z;
  if (n == 0)
    return p[0] - p[1] + p[2];
  return table[n & 1](a - 1, b, c + p[1], p, n - 1, z);
}

handler table[] = {add, subtract};

int main(void) {
  long memory[3] = {1, 2, 3};
  printf("%ld\n", add(1, 2, 3, memory, 20000000, 7));
}
