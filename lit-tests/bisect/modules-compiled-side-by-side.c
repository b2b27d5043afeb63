// Threads of one process that compile modules side by side number the merges of each module for itself, so that the
// numbers, and what a limit leaves of each module, do not depend on who is first.
// RUN: rm -rf %t && mkdir -p %t/one/made %t/four/made
// RUN: %clang -Oz -flto=thin -DMORE -c %S/Inputs/families.c -o %t/a.o
// RUN: %clang -Oz -flto=thin -Dmain=more '-DKEPT=static __attribute__((noinline))' -c %S/Inputs/families.c -o %t/b.o
// RUN: echo '{"version":1,"modules":{},"others":true,"show":null}' > %t/one/allowed.json
// RUN: cp %t/one/allowed.json %t/four/allowed.json
// RUN: env FMERGE_BISECT=%t/one FMERGE_PIPELINE='fmerge<speed=ignore;limit=1-9>' %clang -flto=thin --ld-path=%lld \
// RUN:   -Wl,--load-pass-plugin=%plugin -Wl,--thinlto-jobs=1 %t/a.o %t/b.o -o %t/program.one
// RUN: env FMERGE_BISECT=%t/four FMERGE_PIPELINE='fmerge<speed=ignore;limit=1-9>' %clang -flto=thin --ld-path=%lld \
// RUN:   -Wl,--load-pass-plugin=%plugin -Wl,--thinlto-jobs=4 %t/a.o %t/b.o -o %t/program.four
// RUN: cmp %t/program.one %t/program.four
// RUN: sh -c 'cat %t/one/made/*' > %t/counts.one
// RUN: sh -c 'cat %t/four/made/*' > %t/counts.four
// RUN: cmp %t/counts.one %t/counts.four
// RUN: %FileCheck %s < %t/counts.one
// CHECK: {{^[{]"version":1,"key":"[0-9a-f]+","module":"[^{}]*[.]o","merges":[1-9][0-9]+[}][{][^{}]*"merges":[1-9][0-9]+[}]$}}
