// Where LLVM calls no plugin right before code generation, a sentence says so to whoever asks for passes there.
// REQUIRES: !calls-before-codegen
// RUN: not env FMERGE_CODEGEN_PIPELINE=gfm %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: not %clang -Oz -fpass-plugin=%plugin -mllvm -fmerge-codegen-pipeline=gfm -c %s -o %t.o 2>&1 | %FileCheck %s
// CHECK: fmerge: error: -fmerge-codegen-pipeline and FMERGE_CODEGEN_PIPELINE need LLVM 22 or newer: LLVM {{[0-9]+}} calls no plugin before it generates code; use -fmerge-pipeline or FMERGE_PIPELINE
// RUN: env FMERGE_CODEGEN_PIPELINE=none %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o
int f(void) { return 0; }
