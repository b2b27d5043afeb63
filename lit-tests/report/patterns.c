// Reports of modules, processes and threads that work side by side stand in files of their own, and all runs of one
// process on a module in one file.
// RUN: rm -rf %t && split-file %s %t && cd %t
//
// Compilers side by side; both sources have one name.
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -fmerge-pipeline='fmerge<report=compiled/%%m.json>' -c a/part.c -o a.o
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -fmerge-pipeline='fmerge<report=compiled/%%m.json>' -c b/part.c -o b.o
// RUN: ls compiled | %FileCheck %s --check-prefix=TWO
// TWO-COUNT-2: {{^}}part.c-{{[0-9a-f]+}}.json
// TWO-NOT: {{.}}
// Once more: the files are those of before, with what is true now.
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -fmerge-pipeline='fmerge<report=compiled/%%m.json>' -c a/part.c -o a.o
// RUN: ls compiled | count 2
// RUN: cat compiled/* | count 2
// RUN: sort compiled/* | %FileCheck %s --check-prefix=COMPILED
// COMPILED: {"version":3,"pass":"fmerge","module":"a/part.c","source":"a/part.c","place":"compile",
// COMPILED: {"version":3,"pass":"fmerge","module":"b/part.c","source":"b/part.c","place":"compile",
// RUN: %fmerge report compiled | %FileCheck %s --check-prefix=BOTH
// BOTH: 2 runs of passes on 2 modules:
//
// Both places of a link write one file, and so do several passes.
// RUN: %clang -Oz -flto -c a/part.c -o a.o
// RUN: %clang -Oz -flto -c b/part.c -o b.o
// RUN: env FMERGE_EARLY_PIPELINE='identical<report=link.json>,gfm<report=link.json>' FMERGE_PIPELINE='fmerge<report=link.json>' \
// RUN:   %clang -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin -shared a.o b.o -o full.so
// RUN: cat link.json | %FileCheck %s --check-prefix=LINK
// LINK: "pass":"identical","module":"ld-temp.o","source":"ld-temp.o","place":"early"
// LINK-NEXT: "pass":"gfm","module":"ld-temp.o","source":"ld-temp.o","place":"early"
// LINK-NEXT: "pass":"fmerge","module":"ld-temp.o","source":"ld-temp.o","place":"late"
// LINK-NOT: pass
//
// Threads of one linker: a file for each module, or one for all.
// RUN: %clang -Oz -flto=thin -c a/part.c -o a.o
// RUN: %clang -Oz -flto=thin -c b/part.c -o b.o
// RUN: env FMERGE_PIPELINE='fmerge<report=thin/%%m-%%p.json>' %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin -shared a.o b.o -o thin.so
// RUN: ls thin | %FileCheck %s --check-prefix=THIN
// THIN-COUNT-2: {{^}}part.c-{{[0-9a-f]+}}-{{[0-9]+}}.json
// RUN: env FMERGE_PIPELINE='fmerge<report=one%%%%.json>' %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin -shared a.o b.o -o thin.so
// RUN: sort one%%.json | %FileCheck %s --check-prefix=SORTED
// SORTED: "module":"a.o","source":"a/part.c","place":"late"
// SORTED-NEXT: "module":"b.o","source":"b/part.c","place":"late"
//
// Named by hand.
// RUN: %clang -Oz -g -emit-llvm -c a/part.c -o a.bc
// RUN: %opt -passes='f3m<report=->' -disable-output a.bc 2>&1 | %FileCheck %s --check-prefix=HAND
// HAND: "place":"by-hand"
//
// RUN: not %opt -passes='f3m<report=%%x.json>' -disable-output a.bc 2>&1 | %FileCheck %s --check-prefix=WRONG
// WRONG: f3m: option `report` cannot be `%x.json`
// WRONG-SAME: `%x` stands for nothing
// RUN: touch file
// RUN: not %opt -passes='f3m<report=file/report.json>' -disable-output a.bc 2>&1 | %FileCheck %s --check-prefix=FOLDER
// FOLDER: fmerge: error: cannot write file/report.json

//--- a/part.c
int one(int x) { return x * 3 + 1; }

//--- b/part.c
int two(int x) { return x * 5 - 1; }
