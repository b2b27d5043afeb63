// What is wrong in an option ends clang with one line: no stack dump, no files of a crash, no half-written output,
// whether clang compiles in its own process or in another.
// RUN: rm -rf %t && mkdir -p %t/tmp
// RUN: not env TMPDIR=%t/tmp %clang -Oz -c -fpass-plugin=%plugin -mllvm -fmerge-pipeline='f3m<explore=0>' %s -o %t/a.o 2> %t/err
// RUN: %FileCheck %s --input-file=%t/err && count 1 < %t/err
// CHECK: {{^}}fmerge: error: in -fmerge-pipeline: f3m: option `explore` cannot be `0`; allowed: a whole number, 1 to 1000
// RUN: not env TMPDIR=%t/tmp FMERGE_PIPELINE=wrong %clang -Oz -c -MD -fno-integrated-cc1 -fpass-plugin=%plugin %s -o %t/a.o 2> %t/err
// RUN: %FileCheck %s --check-prefix=WRONG --input-file=%t/err && count 1 < %t/err
// WRONG: {{^}}fmerge: error: in FMERGE_PIPELINE: unknown pass `wrong`
// RUN: not env TMPDIR=%t/tmp FMERGE_PIPELINE=wrong %clang -Oz -fpass-plugin=%plugin %s -o %t/a.out 2> %t/err
// RUN: %FileCheck %s --check-prefix=WRONG --input-file=%t/err && count 1 < %t/err
// RUN: ls %t/tmp | count 0
// RUN: ls %t | %FileCheck %s --check-prefix=LEFT --implicit-check-not=a.o
// LEFT: err

int main(void) { return 0; }
