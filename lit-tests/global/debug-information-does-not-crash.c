// With debug information the compiler crashed: a body that is made of one function alone was described as one of two.
// Now two objects with `-g` are merged with each `fold`, linked and run; they have the code that they have without
// `-g`, and DWARF that holds.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %python %root/lit-tests/global/Inputs/rounds.py %clang %plugin %fmerge %lld --flags='-Oz -g' --plain=-Oz a.c b.c main.c \
// RUN:   | %FileCheck %s
// CHECK: prices default, fold icf: 3 made, 1 left
// CHECK: prices default, fold comdat: 2 made, 1 left
// CHECK: prices default, fold auto: 2 made, 1 left
// CHECK: prices none, fold icf: 3 made, 1 left
// CHECK: prices none, fold comdat: 2 made, 1 left
// The verifier of LLVM 19 takes what the linker left out for overlapping code.
// RUN: %if llvm-22 %{ llvm-dwarfdump --verify default.icf.lld && llvm-dwarfdump --verify default.comdat.lld %}

// The code is the same with and without debug information, and with line tables alone.
// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=default.summary;fold=comdat;verify>' %clang -Oz -ffunction-sections -fpass-plugin=%plugin -c a.c -o a.o
// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=default.summary;fold=comdat;verify>' %clang -Oz -g1 -ffunction-sections -fpass-plugin=%plugin -c a.c -o a.g1.o
// RUN: llvm-objdump -dr --no-leading-addr a.o | grep -v 'file format' > code
// RUN: llvm-objdump -dr --no-leading-addr a.g1.o | grep -v 'file format' > code.g1 && diff code code.g1
// RUN: llvm-objdump -dr --no-leading-addr a.c.default.comdat.o | grep -v 'file format' > code.g && diff code code.g

//--- a.c
#include "area.h"
int area_a(int x) { AREA("first", 3) }

//--- b.c
#include "area.h"
int area_b(int x) { AREA("a second", 17) }
int area_c(int x) { AREA("third", 19) }

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
int area_a(int), area_b(int), area_c(int);
int total(const char *name, int value) { return (int)strlen(name) * value % 1000 + 1; }
int main(void) {
  printf("%d %d %d\n", area_a(2), area_b(3), area_c(4));
  return 0;
}
