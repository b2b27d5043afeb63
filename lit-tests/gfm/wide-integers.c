// Integers of any width: those of more than 64 bits are in no table, and nothing overflows.
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz -w -fpass-plugin=%plugin -S -emit-llvm %s -o - -DBITS=40000 | %FileCheck %s
// RUN: env FMERGE_PIPELINE='gfm<force;verify>' %clang -Oz -w -fpass-plugin=%plugin -S -emit-llvm %s -o %t.ll -DBITS=40000
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz -w -fpass-plugin=%plugin -S -emit-llvm %s -o %t.ll -DBITS=70000
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz -w -fpass-plugin=%plugin -S -emit-llvm %s -o - -DBITS=128 | %FileCheck %s
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz -w -fpass-plugin=%plugin -S -emit-llvm %s -o - -DBITS=40 | %FileCheck --check-prefix=NARROW %s
// RUN: env FMERGE_PIPELINE='f3m<force;verify>' %clang -Oz -w -fpass-plugin=%plugin -S -emit-llvm %s -o %t.ll -DBITS=40000
// RUN: env FMERGE_PIPELINE='identical<verify>' %clang -Oz -w -fpass-plugin=%plugin -S -emit-llvm %s -o %t.ll -DBITS=40000
// RUN: %clang -Oz -w -fpass-plugin=%plugin -S -emit-llvm %s -o %t.ll -DBITS=40000
// CHECK-NOT: fmerge.table
// NARROW: @fmerge.table{{.*}}<{ i64,
typedef _BitInt(BITS) B;
#define F(n, k)                                                                                                        \
  __attribute__((cold, noinline)) void n(volatile B *p, volatile int *q) {                                             \
    *p += k;                                                                                                           \
    *p ^= k + ((B)1 << 36);                                                                                            \
    q[0] = k;                                                                                                          \
    q[1] = k * 3;                                                                                                      \
    q[2] = k * k;                                                                                                      \
    q[3] = k - 7;                                                                                                      \
    *p |= k * 5;                                                                                                       \
  }
F(a, 3) F(b, 5) F(c, 19) F(d, 77) F(e, 1234)
