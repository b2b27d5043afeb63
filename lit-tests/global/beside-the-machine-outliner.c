// Bodies and thunks are functions like any other to LLVM's machine outliner, but for those that are folded by name:
// of these it takes nothing. In each way to fold, the program does what it does without either.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: env FMERGE_PIPELINE=gfm-analyze %clang -Oz -ffunction-sections -fpass-plugin=%plugin -c a.c -o a.1.o
// RUN: env FMERGE_PIPELINE=gfm-analyze %clang -Oz -ffunction-sections -fpass-plugin=%plugin -c b.c -o b.1.o
// RUN: %clang -Oz -c main.c -o main.o
// RUN: %fmerge combine a.1.o b.1.o -o summary
// RUN: %clang main.o a.1.o b.1.o -o plain && ./plain > expected && %FileCheck %s --check-prefix=OUT < expected
// OUT: a {{-?[0-9]+}}
// OUT: b {{-?[0-9]+}}

// RUN: env FMERGE_PIPELINE='gfm-merge<summary=summary;fold=icf;verify>' %clang -Oz -ffunction-sections -fpass-plugin=%plugin \
// RUN:   -mllvm -enable-machine-outliner -c a.c -o a.icf.o
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=summary;fold=icf;verify>' %clang -Oz -ffunction-sections -fpass-plugin=%plugin \
// RUN:   -mllvm -enable-machine-outliner -c b.c -o b.icf.o
// RUN: llvm-nm a.icf.o | %FileCheck %s --check-prefix=BOTH
// BOTH-DAG: t OUTLINED_FUNCTION_0
// BOTH-DAG: t area_a.Tgm
// RUN: %clang --ld-path=%lld -Wl,--icf=all main.o a.icf.o b.icf.o -o icf && ./icf > out && cmp out expected

// RUN: env FMERGE_PIPELINE='gfm-merge<summary=summary;fold=comdat;verify>' %clang -Oz -ffunction-sections -fpass-plugin=%plugin \
// RUN:   -mllvm -enable-machine-outliner -c a.c -o a.comdat.o
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=summary;fold=comdat;verify>' %clang -Oz -ffunction-sections -fpass-plugin=%plugin \
// RUN:   -mllvm -enable-machine-outliner -c b.c -o b.comdat.o
// RUN: llvm-nm b.comdat.o | %FileCheck %s --check-prefix=NAMED
// NAMED-NOT: OUTLINED_FUNCTION
// NAMED: fmerge.
// RUN: %clang --ld-path=%lld main.o a.comdat.o b.comdat.o -o comdat && ./comdat > out && cmp out expected

//--- a.c
#include "area.h"
int area_a(int x) { AREA("first", 3) }

//--- b.c
#include "area.h"
int area_b(int x) { AREA("a second", 17) }

//--- area.h
int total(const char *name, int value);
extern int seen[8];
#define STEP(n)                                                                                                        \
  seen[n] += total(name, v);                                                                                           \
  seen[7 - n] ^= seen[n] * 3 + 5;                                                                                      \
  v = seen[n] - seen[7 - n] + 11;
#define AREA(text, number)                                                                                             \
  const char *name = text;                                                                                             \
  int v = x * number;                                                                                                  \
  STEP(0) STEP(1) STEP(2) STEP(3)                                                                                      \
  STEP(0) STEP(1) STEP(2) STEP(3)                                                                                      \
  return v;

//--- main.c
#include <stdio.h>
int seen[8];
int total(const char *name, int value) { return value * 7 + name[0]; }
int area_a(int);
int area_b(int);
int main(void) {
  printf("a %d\n", area_a(4));
  printf("b %d\n", area_b(4));
  return 0;
}
