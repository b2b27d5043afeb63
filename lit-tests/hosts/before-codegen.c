// What runs right before code generation: clang and llc ask the plugin there, and the program works.
// Earlier versions of LLVM call no plugin there (before-codegen-refused.c).
// REQUIRES: calls-before-codegen
// RUN: env FMERGE_LOG=info FMERGE_CODEGEN_PIPELINE='gfm<min-gain=0>' \
// RUN:   %clang -Oz -fpass-plugin=%plugin -mllvm -fmerge-pipeline=none %s -o %t 2>&1 | %FileCheck %s
// RUN: %t | %FileCheck %s --check-prefix=OUT
// RUN: env FMERGE_LOG=info \
// RUN:   %clang -Oz -fpass-plugin=%plugin -mllvm -fmerge-pipeline=none -mllvm -fmerge-codegen-pipeline=gfm -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %clang -Oz -emit-llvm -c %s -o %t.bc
// RUN: env FMERGE_LOG=info llc -load-pass-plugin=%plugin -fmerge-codegen-pipeline=gfm -filetype=obj %t.bc -o %t.llc.o 2>&1 | %FileCheck %s
// CHECK-COUNT-1: fmerge: info: gfm on {{.*}}before-codegen
// CHECK-NOT: fmerge: info: gfm on
// OUT: 42

// After the passes of the optimiser.
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE=identical FMERGE_CODEGEN_PIPELINE=gfm \
// RUN:   %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=ORDER
// ORDER: fmerge: info: identical on
// ORDER: fmerge: info: gfm on

// No code is generated, so nothing is before it; and nothing runs there unless it is asked for.
// RUN: env FMERGE_CODEGEN_PIPELINE=wrong %clang -Oz -fpass-plugin=%plugin -c -emit-llvm %s -o %t.bc
// RUN: not env FMERGE_CODEGEN_PIPELINE=wrong %clang -Oz -c -fpass-plugin=%plugin %s -o %t.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=WRONG
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE=none %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=NONE --allow-empty
// WRONG: fmerge: error: in FMERGE_CODEGEN_PIPELINE: unknown pass `wrong`
// NONE-NOT: fmerge: info: {{.*}} on

// lld 22 does not ask, in full LTO nor in ThinLTO; what runs there runs by FMERGE_PIPELINE.
// RUN: %clang -Oz -flto -c %s -o %t.full.o && %clang -Oz -flto=thin -c %s -o %t.thin.o
// RUN: env FMERGE_CODEGEN_PIPELINE=wrong \
// RUN:   %clang -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin %t.full.o -o %t && %t | %FileCheck %s --check-prefix=OUT
// RUN: env FMERGE_CODEGEN_PIPELINE=wrong \
// RUN:   %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin %t.thin.o -o %t && %t | %FileCheck %s --check-prefix=OUT

// Reports name the place.
// RUN: env FMERGE_CODEGEN_PIPELINE='gfm<report=->' %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=REPORT
// REPORT: "place":"codegen"

// A summary can be put into the object at the last moment.
// RUN: env FMERGE_CODEGEN_PIPELINE=gfm-analyze %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o
// RUN: %fmerge combine %t.o -o %t.summary | %FileCheck %s --check-prefix=COMBINED
// COMBINED: functions in {{[0-9]+}} groups, from 1 summaries

#include <stdio.h>

__attribute__((noinline)) static int triple(int x) { return 3 * x; }

int main(int argc, char **argv) {
  printf("%d\n", triple(13 + argc));
  return 0;
}
