// Two objects, compiled one by one: analysed, combined, merged. The section for summaries is not linked; each
// linker keeps one body for both objects, and the program does what it did.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: env FMERGE_PIPELINE=gfm-analyze %clang -Oz -ffunction-sections -fpass-plugin=%plugin -c a.c -o a.1.o
// RUN: env FMERGE_PIPELINE=gfm-analyze %clang -Oz -ffunction-sections -fpass-plugin=%plugin -c b.c -o b.1.o
// RUN: env FMERGE_PIPELINE=gfm-analyze %clang -Oz -ffunction-sections -fpass-plugin=%plugin -c main.c -o main.1.o
// RUN: llvm-readelf -S a.1.o | %FileCheck %s --check-prefix=SECTION
// SECTION: .fmerge.summary PROGBITS {{.*}} E 0 0 8
// RUN: %fmerge combine main.1.o a.1.o b.1.o -o summary
// RUN: %fmerge combine b.1.o a.1.o main.1.o -o again && cmp summary again
// RUN: %fmerge show summary | %FileCheck %s --check-prefix=SHOW
// SHOW: 1 groups pay
// SHOW: 2 parameters
// SHOW: area_a
// SHOW: area_b
// SHOW-NOT: other

// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=summary;fold=icf;verify>' %clang -Oz -ffunction-sections \
// RUN:   -fpass-plugin=%plugin -c a.c -o a.icf.o
// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=summary;fold=icf;verify>' %clang -Oz -ffunction-sections \
// RUN:   -fpass-plugin=%plugin -c b.c -o b.icf.o
// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=summary;fold=comdat;verify>' %clang -Oz \
// RUN:   -fpass-plugin=%plugin -c a.c -o a.comdat.o
// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=summary;fold=comdat;verify>' %clang -Oz \
// RUN:   -fpass-plugin=%plugin -c b.c -o b.comdat.o
// RUN: llvm-nm a.icf.o | %FileCheck %s --check-prefix=ICF
// ICF: T area_a
// ICF: t area_a.Tgm

// RUN: %clang --ld-path=%lld -Wl,--icf=all main.1.o a.1.o b.1.o -o lld.plain
// RUN: llvm-readelf -S lld.plain | not grep fmerge
// RUN: %clang --ld-path=%lld -Wl,--icf=all main.1.o a.icf.o b.icf.o -o lld.icf
// RUN: %clang --ld-path=%lld -Wl,--icf=safe main.1.o a.icf.o b.icf.o -o lld.safe
// RUN: %clang --ld-path=%lld main.1.o a.comdat.o b.comdat.o -o lld.comdat
// RUN: %clang -fuse-ld=bfd main.1.o a.1.o b.1.o -o bfd.plain
// RUN: llvm-readelf -S bfd.plain | not grep fmerge
// RUN: %clang -fuse-ld=bfd main.1.o a.comdat.o b.comdat.o -o bfd.comdat
// RUN: %clang -fuse-ld=gold main.1.o a.1.o b.1.o -o gold.plain
// RUN: llvm-readelf -S gold.plain | not grep fmerge
// RUN: %clang -fuse-ld=gold -Wl,--icf=all main.1.o a.icf.o b.icf.o -o gold.icf
// RUN: %clang -fuse-ld=gold main.1.o a.comdat.o b.comdat.o -o gold.comdat
// RUN: ./lld.plain > expected && %FileCheck %s --check-prefix=OUT < expected
// OUT: a -753
// OUT: b -563

// RUN: ./lld.icf > out && cmp out expected
// RUN: llvm-nm -n lld.icf | %FileCheck %s --check-prefix=FOLDED
// RUN: ./lld.safe > out && cmp out expected
// RUN: llvm-nm -n lld.safe | %FileCheck %s --check-prefix=FOLDED
// RUN: ./gold.icf > out && cmp out expected
// FOLDED: [[ADDRESS:[0-9a-f]+]] t {{area_[ab]}}.Tgm
// FOLDED: [[ADDRESS]] t {{area_[ab]}}.Tgm

// RUN: ./lld.comdat > out && cmp out expected
// RUN: ./bfd.comdat > out && cmp out expected
// RUN: ./gold.comdat > out && cmp out expected
// RUN: llvm-nm lld.comdat | grep -c fmerge | %FileCheck %s --check-prefix=ONE
// RUN: llvm-nm bfd.comdat | grep -c fmerge | %FileCheck %s --check-prefix=ONE
// RUN: llvm-nm gold.comdat | grep -c fmerge | %FileCheck %s --check-prefix=ONE
// ONE: {{^1$}}

// One round: merging and the analysis for the next build at once. The summary says the same.
// RUN: env FMERGE_PIPELINE='gfm-analyze,gfm-merge<speed=ignore;summary=summary;fold=comdat>' %clang -Oz -fpass-plugin=%plugin -c a.c -o a.both.o
// RUN: env FMERGE_PIPELINE='gfm-analyze,gfm-merge<speed=ignore;summary=summary;fold=comdat>' %clang -Oz -fpass-plugin=%plugin -c b.c -o b.both.o
// RUN: %fmerge combine a.both.o b.both.o main.1.o -o next && cmp summary next
// RUN: %clang --ld-path=%lld main.1.o a.both.o b.both.o -o both && ./both > out && cmp out expected
// RUN: llvm-nm both | grep -c fmerge | %FileCheck %s --check-prefix=ONE

//--- a.c
#include "area.h"
int area_a(int x) { AREA("first", 3) }

//--- b.c
#include "area.h"
static int unrelated[4] = {1, 2, 3, 4};
int other(int i) { return unrelated[i & 3]++; }
int area_b(int x) { AREA("a second", 17) }

//--- area.h
int total(const char *name, int value);
#define AREA(NAME, FACTOR)                                                                         \
  int r = total(NAME, x) * FACTOR;                                                                 \
  r += total("again", r);                                                                          \
  r ^= total("last", x + r);                                                                       \
  r -= total("nearly", x ^ r) + total("not yet", r);                                               \
  if (r > total("limit", x))                                                                       \
    r = total("reduced", r) / (x + 1);                                                             \
  return total("end", r);

//--- main.c
#include <stdio.h>
#include <string.h>
int area_a(int), area_b(int), other(int);
int total(const char *name, int value) { return (int)strlen(name) * value % 1000 + 1; }
int main(void) {
  printf("a %d\n", area_a(2));
  printf("b %d\n", area_b(3));
  return other(1) - 2;
}
