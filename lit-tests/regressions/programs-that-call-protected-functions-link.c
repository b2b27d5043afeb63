// A program that is not position independent calls protected functions of a shared library. Their addresses are not known to it.
// RUN: %clang -O1 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: env FMERGE_PIPELINE='gfm<force;verify>' %clang -Oz -fno-pic -no-pie -fuse-ld=lld -fpass-plugin=%plugin %s %t.so -o %t
// RUN: %t | %FileCheck %s
// CHECK: 5 7

#ifdef LIBRARY
#define PROTECTED __attribute__((visibility("protected")))
PROTECTED int first(int n) { return n + 1; }
PROTECTED int second(int n) { return n + 2; }
#else
#include <stdio.h>
int first(int), second(int);
#define CALLS(name, callee)                                                                                            \
  __attribute__((noinline)) static int name(int n, volatile int *p) {                                                  \
    p[0] = callee(n) * 3;                                                                                              \
    p[1] ^= p[0] + n;                                                                                                  \
    return callee(n + p[0] - p[0]);                                                                                    \
  }
CALLS(one, first)
CALLS(two, second)
int main(int count, char **arguments) {
  volatile int p[2] = {0, 0};
  printf("%d %d\n", one(count + 3, p), two(count + 4, p));
}
#endif
