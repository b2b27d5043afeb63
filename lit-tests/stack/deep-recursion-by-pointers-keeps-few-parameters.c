// Constants that become parameters are kept across calls: where these lead back through a pointer, in frames of 16
// bytes, 150,000 of which fit, a few parameters would be most of them.
// RUN: %clang -Oz %s -o %t.plain
// RUN: bash -c 'ulimit -s 5000; %t.plain' > %t.expected
// RUN: %clang -Oz -fpass-plugin=%plugin %s -o %t
// RUN: bash -c 'ulimit -s 5000; %t' | diff %t.expected -
// RUN: %clang -Oz -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='gfm<force;verify>' %t.ll -o %t.bc
// RUN: %clang -Oz -Xclang -disable-llvm-passes %t.bc -o %t.forced
// RUN: bash -c 'ulimit -s 5000; %t.forced' | diff %t.expected -
static long (*volatile deeper)(long);
#define BELOW(name) deeper
#define FIRST(name) (deeper = name)
#include "deep-recursion-keeps-few-parameters.c"
