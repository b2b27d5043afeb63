// A plugin that is loaded twice runs once. So do two copies of it, such as one that is installed and one that was just
// built; they share the options.
// RUN: rm -rf %t && mkdir %t && ln -s %plugin %t/link.so && cp %plugin %t/copy.so
// RUN: env FMERGE_LOG=info %clang -Oz -fpass-plugin=%plugin -fpass-plugin=%plugin -fpass-plugin=%t/link.so -c %s \
// RUN:   -o %t/main.o 2>&1 | %FileCheck %s --check-prefix=ONCE --implicit-check-not=warning
// RUN: env FMERGE_LOG=info %clang -Oz -fpass-plugin=%plugin -fpass-plugin=%t/copy.so -c %s -o %t/main.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefixes=TOLD,ONCE
// Up to LLVM 21, the copy with the options is loaded before all pass plugins, so that the other one is told of nothing.
// RUN: %if llvm-22 %{ env FMERGE_LOG=info %clang -Oz -fpass-plugin=%t/copy.so -fpass-plugin=%plugin -mllvm -fmerge-pipeline=gfm -c %s \
// RUN:   -o %t/main.o 2>&1 | %FileCheck %s --check-prefixes=TOLD,OPTION %}
// TOLD: fmerge: warning: two copies of the plugin are loaded; the first is used
// ONCE: fmerge: info: fmerge on {{.*}}two-copies.c
// ONCE-NOT: fmerge: info: fmerge on
// OPTION: fmerge: info: gfm on {{.*}}two-copies.c
// OPTION-NOT: fmerge: info: gfm on

// One copy for the options and another for the passes.
// RUN: %clang -Oz -flto -c %s -o %t/lto.o
// RUN: env FMERGE_LOG=info %clang -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin -Wl,-mllvm,-load=%t/copy.so \
// RUN:   -Wl,-mllvm,-fmerge-pipeline=gfm %t/lto.o -o %t/program 2>&1 | %FileCheck %s --check-prefix=LINK
// LINK: fmerge: info: gfm on
// LINK-NOT: fmerge: info: gfm on
// RUN: %t/program

int main(void) { return 0; }
