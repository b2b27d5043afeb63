// ld.lld with full LTO: the plugin sees the whole program at once.
// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -Oz -flto -c %t/main.c -o %t/main.o
// RUN: %clang -Oz -flto -c %t/other.c -o %t/other.o
// RUN: env FMERGE_LOG=info %clang -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin \
// RUN:   %t/main.o %t/other.o -o %t/program 2>&1 | %FileCheck %s
// RUN: %t/program | %FileCheck %s --check-prefix=OUT
// CHECK: fmerge: info: identical on ld-temp.o
// CHECK: fmerge: info: fmerge on ld-temp.o
// CHECK-NOT: info: {{fmerge|identical}} on
// OUT: 42

// The option reaches lld once the plugin is loaded as LLVM's own kind of library.
// RUN: env FMERGE_LOG=info %clang -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin \
// RUN:   -Wl,-mllvm,-load=%plugin -Wl,-mllvm,-fmerge-pipeline=gfm \
// RUN:   %t/main.o %t/other.o -o %t/named 2>&1 | %FileCheck %s --check-prefix=GFM
// GFM-NOT: fmerge: info: fmerge on
// GFM: fmerge: info: gfm on ld-temp.o

// The pipeline as written.
// RUN: env FMERGE_LOG=info %clang -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin \
// RUN:   -Xlinker '--lto-newpm-passes=globaldce,f3m<explore=4>' \
// RUN:   %t/main.o %t/other.o -o %t/written 2>&1 | %FileCheck %s --check-prefix=WRITTEN
// WRITTEN-COUNT-1: fmerge: info: f3m on ld-temp.o
// WRITTEN-NOT: info: {{fmerge|identical|f3m}} on

//--- main.c
#include <stdio.h>
int triple(int);
int main(int argc, char **argv) {
  printf("%d\n", triple(13 + argc));
  return 0;
}

//--- other.c
__attribute__((noinline)) int triple(int x) { return 3 * x; }
