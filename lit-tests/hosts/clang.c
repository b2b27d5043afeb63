// clang runs the default pipeline in a plain compile, and the program works.
// RUN: env FMERGE_LOG=info %clang -Oz -fpass-plugin=%plugin %s -o %t 2>&1 | %FileCheck %s
// RUN: %t | %FileCheck %s --check-prefix=OUT
// CHECK-COUNT-1: fmerge: info: fmerge on {{.*}}clang.c
// CHECK-NOT: fmerge: info: fmerge on
// OUT: 42

// The step before a link with LTO is left alone, though it loads the plugin: a wrong pipeline goes unread.
// RUN: env FMERGE_PIPELINE=wrong %clang -Oz -flto -c -fpass-plugin=%plugin %s -o %t.full.o
// RUN: env FMERGE_PIPELINE=wrong %clang -Oz -flto=thin -c -fpass-plugin=%plugin %s -o %t.thin.o
// RUN: not env FMERGE_PIPELINE=wrong %clang -Oz -c -fpass-plugin=%plugin %s -o %t.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=WRONG
// WRONG: fmerge: error: in FMERGE_PIPELINE: unknown pass `wrong`

#include <stdio.h>

__attribute__((noinline)) static int triple(int x) { return 3 * x; }

int main(int argc, char **argv) {
  printf("%d\n", triple(13 + argc));
  return 0;
}
