// With `-funique-internal-linkage-names` two static variables of a function were one constant to the summary: their
// names were cut where what makes them unique begins. Both places got one parameter, and one variable did the work
// of two.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s statics.c
// RUN: %python %root/lit-tests/global/Inputs/rounds.py %clang %plugin %fmerge %lld --flags='-O2 -funique-internal-linkage-names' statics.c \
// RUN:   | %FileCheck %s
// CHECK: prices default, fold icf: 2 made, 1 left
// CHECK: prices default, fold comdat: 1 made, 1 left
// CHECK: prices none, fold icf: 2 made, 1 left
// CHECK: 104 107 210 105
#include <stdio.h>
int ext(int);
#define COUNTED(NAME)                                                                                                  \
  __attribute__((noinline)) static int NAME(int x) {                                                                   \
    static int calls, total;                                                                                           \
    calls += 1;                                                                                                        \
    total += x;                                                                                                        \
    int r = ext(x) * 3;                                                                                                \
    r ^= ext(r + 11) + ext(r * 5);                                                                                     \
    r -= ext(r ^ 77) * ext(r + 1);                                                                                     \
    r += ext(calls) ^ ext(total);                                                                                      \
    r ^= ext(r + 4) + ext(r * 15);                                                                                     \
    r -= ext(r ^ 177) * ext(r + 21);                                                                                   \
    return r + calls * 100 + total;                                                                                    \
  }
COUNTED(one)
COUNTED(two)
COUNTED(three)
__attribute__((noinline)) int ext(int x) { return x & 1; }
int main(int argc, char **argv) {
  int a = one(argc), b = two(argc + 5), c = one(argc + 7), d = three(4);
  printf("%d %d %d %d\n", a, b, c, d);
  return 0;
}
