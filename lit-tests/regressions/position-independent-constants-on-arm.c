// Code whose constants move (ROPI) or whose data do (RWPI) has no addresses in tables: nobody would relocate them.
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz --target=thumbv7m-none-eabi -fpass-plugin=%plugin -c %s -o %t.o
// RUN: llvm-readelf -r %t.o | %FileCheck --check-prefix=FIXED %s
// FIXED: .rel.rodata
// FIXED: R_ARM_ABS32
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz --target=thumbv7m-none-eabi -fropi -fpass-plugin=%plugin -c %s -o %t.o
// RUN: llvm-readelf -r %t.o | %FileCheck --check-prefix=MOVES %s
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz --target=thumbv7m-none-eabi -frwpi -fpass-plugin=%plugin -c %s -o %t.o
// RUN: llvm-readelf -r %t.o | %FileCheck --check-prefix=MOVES %s
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz --target=armv7a-none-eabi -fropi -frwpi -fpass-plugin=%plugin -c %s -o %t.o
// RUN: llvm-readelf -r %t.o | %FileCheck --check-prefix=MOVES %s
// MOVES-NOT: .rel.rodata
extern void use(void *, int);
#define F(x, k)                                                                                                        \
  static int x##a[4], x##b[4], x##c[4];                                                                                \
  __attribute__((noinline, cold)) void fn##x(int i) {                                                                  \
    use(&x##a, k);                                                                                                     \
    use(&x##b, k + 1);                                                                                                 \
    use(&x##c, i);                                                                                                     \
    x##a[i & 3] += i;                                                                                                  \
    x##b[i & 3] += 2 * i;                                                                                              \
  }
F(p, 100)
F(q, 200)
