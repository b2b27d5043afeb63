// ThinLTO back ends in lld, several at once: analysed, combined, merged; the same output twice, whatever the
// number of threads. lld does not sort out comdats of what it compiled itself: the other copies go as garbage.
// RUN: rm -rf %t && split-file %s %t && mkdir %t/parts && cd %t
// RUN: %clang -Oz -flto=thin -DNAME=one -DNUMBER=3 -c part.c -o 1.o
// RUN: %clang -Oz -flto=thin -DNAME=two -DNUMBER=9 -c part.c -o 2.o
// RUN: %clang -Oz -flto=thin -DNAME=three -DNUMBER=50 -c part.c -o 3.o
// RUN: %clang -Oz -flto=thin -DNAME=four -DNUMBER=11 -c part.c -o 4.o
// RUN: %clang -Oz -flto=thin -DNAME=five -DNUMBER=7 -c part.c -o 5.o
// RUN: %clang -Oz -flto=thin -c main.c -o main.o
// RUN: env FMERGE_PIPELINE='gfm-analyze<out=parts>' %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin \
// RUN:   -Wl,--thinlto-jobs=4 main.o 1.o 2.o 3.o 4.o 5.o -o plain
// RUN: ./plain | %FileCheck %s
// CHECK: 8879
// RUN: ls parts > list && sed -i 's#^#parts/#' list && %fmerge combine @list -o summary | %FileCheck %s --check-prefix=COMBINED
// COMBINED: from 6 summaries; 1 groups pay
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=summary;fold=comdat>' %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin \
// RUN:   -Wl,--thinlto-jobs=4 -Wl,--gc-sections main.o 1.o 2.o 3.o 4.o 5.o -o comdat
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=summary;fold=comdat>' %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin \
// RUN:   -Wl,--thinlto-jobs=1 -Wl,--gc-sections main.o 1.o 2.o 3.o 4.o 5.o -o again && cmp comdat again
// RUN: ./comdat | %FileCheck %s
// RUN: llvm-nm comdat | grep -c fmerge | %FileCheck %s --check-prefix=ONE
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=summary;fold=icf>' %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin \
// RUN:   -Wl,--thinlto-jobs=4 -Wl,--icf=all main.o 1.o 2.o 3.o 4.o 5.o -o icf
// RUN: ./icf | %FileCheck %s
// RUN: llvm-nm icf | grep Tgm | cut -d' ' -f1 | sort -u | grep -c . | %FileCheck %s --check-prefix=ONE
// ONE: {{^1$}}

//--- part.c
int total(const char *name, int value);
int NAME(int x) {
  int r = total("name", x) * NUMBER;
  r += total("again", r);
  r ^= total("last", x + r);
  r -= total("nearly", x ^ r) + total("not yet", r);
  if (r > total("limit", x))
    r = total("reduced", r) / (x + 1);
  return total("end", r);
}

//--- main.c
#include <stdio.h>
#include <string.h>
__attribute__((noinline)) int total(const char *name, int value) { return (int)strlen(name) * value % 1000 + 1; }
int one(int), two(int), three(int), four(int), five(int);
int main(int argc, char **argv) {
  printf("%d\n", one(argc) + two(argc) * 2 + three(argc) * 4 + four(argc) * 8 + five(argc) * 16);
  return 0;
}
