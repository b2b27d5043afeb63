// Bodies with landing pads, which are folded by name alone, with debug information: the compiler crashed.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %python %root/lit-tests/global/Inputs/rounds.py %clang %plugin %fmerge %lld --flags='-Oz -g' --plain=-Oz a.cpp b.cpp main.cpp \
// RUN:   | %FileCheck %s
// CHECK: prices default, fold icf: 0 made, 0 left
// CHECK: prices default, fold comdat: 2 made, 1 left
// CHECK: prices default, fold auto: 2 made, 1 left
// CHECK: caught 21 after 1
// CHECK: caught 23 after 2
// RUN: llvm-dwarfdump --verify default.comdat.lld

//--- a.cpp
#include "guard.h"
int first(int x) { GUARD(20) }

//--- b.cpp
#include "guard.h"
int second(int x) { GUARD(21) }

//--- guard.h
struct Count { ~Count(); };
int step(int), risk(int), tell(int, int);
#define GUARD(NUMBER)                                                                                                  \
  Count count;                                                                                                         \
  int sum = step(x) + step(x + 1);                                                                                     \
  try {                                                                                                                \
    sum += risk(x + NUMBER);                                                                                           \
    sum -= risk(sum);                                                                                                  \
  } catch (int caught) {                                                                                               \
    sum ^= tell(caught, x) + step(sum);                                                                                \
  }                                                                                                                    \
  return sum * step(sum) + step(3);

//--- main.cpp
#include "guard.h"
#include <cstdio>
static int ended;
Count::~Count() { ++ended; }
int step(int x) { return x * 3 + 1; }
int risk(int x) {
  if (x > 20)
    throw x;
  return x;
}
int tell(int caught, int x) { return std::printf("caught %d after %d\n", caught, x); }
int first(int), second(int);
int main() {
  std::printf("%d %d %d\n", first(0), first(2 - 1), second(2));
  return ended - 3;
}
