// Who says what runs at the extension points: the option, before the variable, before the default.
// RUN: env FMERGE_LOG=info %clang -Oz -c -fpass-plugin=%plugin %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=DEFAULT
// DEFAULT: fmerge on
// DEFAULT-NOT: identical on

// RUN: env FMERGE_LOG=info FMERGE_PIPELINE=identical %clang -Oz -c -fpass-plugin=%plugin %s -o %t.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=EQUAL --implicit-check-not='f3m on'
// EQUAL: identical on

// RUN: env FMERGE_LOG=info FMERGE_PIPELINE=f3m %clang -Oz -c -fpass-plugin=%plugin \
// RUN:   -mllvm -fmerge-pipeline=identical %s -o %t.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=EQUAL --implicit-check-not='f3m on'

// Several, in order.
// RUN: env FMERGE_LOG=info %clang -Oz -c -fpass-plugin=%plugin \
// RUN:   -mllvm '-fmerge-pipeline=identical, f3m<explore=4;min-size=5>' %s -o %t.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=BOTH
// BOTH:      identical on
// BOTH:      f3m on

// Nothing at all.
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE=none %clang -Oz -c -fpass-plugin=%plugin %s -o %t.o 2>&1 | count 0
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE=f3m %clang -Oz -c -fpass-plugin=%plugin \
// RUN:   -mllvm -fmerge-pipeline=none %s -o %t.o 2>&1 | count 0

// An empty value is no value.
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE= %clang -Oz -c -fpass-plugin=%plugin -mllvm -fmerge-pipeline= \
// RUN:   %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=DEFAULT

// opt takes the option too.
// RUN: %clang -Oz -flto -c %s -o %t.bc
// RUN: %opt -passes='default<Oz>' -fmerge-pipeline='f3m<explore=4>,identical' -print-pipeline-passes \
// RUN:   -disable-output %t.bc | %FileCheck %s --check-prefix=OPT
// OPT: f3m<explore=4>,identical

int f(int x) { return x + 1; }
