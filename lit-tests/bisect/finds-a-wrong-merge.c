// A program of two modules, compiled side by side, prints something else because one of about a hundred merges is wrong:
// `fmerge bisect` finds that merge, and shows its originals with their lines. Both modules have the same name.
// RUN: %clang -O1 -DMORE -c %S/Inputs/families.c -o %t.first.o
// RUN: %clang -O1 -Dmain=more '-DKEPT=static __attribute__((noinline))' -c %S/Inputs/families.c -o %t.second.o
// RUN: %clang %t.first.o %t.second.o -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: rm -rf %t.kept %t.build
// RUN: %fmerge bisect --keep %t.kept -- sh %S/Inputs/build.sh %clang %plugin %S/Inputs/families.c %t.build %t.expected %python \
// RUN:   > %t.found 2> %t.runs
// RUN: %FileCheck %s --check-prefix=RUNS < %t.runs
// RUNS: run 1: no merges: good
// RUNS-NEXT: run 2: all merges: fails
// RUNS-NEXT: run 3: merges 1 to {{[0-9]+}} of [[TOTAL:[0-9]+]]: {{good|fails}}
// RUNS: run {{9|10|11}}: merges 1 to {{[0-9]+}} again: fails

// RUN: %FileCheck %s --check-prefix=FOUND < %t.found
// FOUND: merge {{[0-9]+}} of {{[0-9]+}} is to blame, found in {{9|10|11}} runs: number {{[0-9]+}} of {{.*}}families.c, by f3m
// FOUND-NEXT: original: similar_3_b.gfm, {{.*}}families.c:{{[0-9]+}}
// FOUND-NEXT: original: similar_{{[0-9]}}_b.gfm, {{.*}}families.c:{{[0-9]+}}
// FOUND-NEXT: merged: similar_3_b.gfm.fmerge, {{.*}}families.c
// FOUND: ; original-1.ll: {{.*}}families.c:{{[0-9]+}}
// FOUND: define {{.*}}@similar_3_b.gfm(
// FOUND: ; merged-1.ll: {{.*}}families.c
// FOUND: define {{.*}}@similar_3_b.gfm.fmerge(
// FOUND: .kept has these, and what each run printed
// RUN: %FileCheck %s --check-prefix=MERGED < %t.kept/merged-1.ll
// MERGED: define {{.*}}@similar_3_b.gfm.fmerge(
