// unused() is in no program, as no call leads to it, so that nothing defines what it calls. One body for it and for used() would
// call that, too, and these programs would not link. Behind gc-sections=no they do not.
//
// DEFINE: %{what} =
// DEFINE: %{compile} = %clang -Oz -ffunction-sections -fdata-sections -fpass-plugin=%plugin -c %s -o %t.o %{what}
// DEFINE: %{link} = %clang -Wl,--gc-sections %t.o -o %t
// DEFINE: %{runs} = %{compile} && %{link} -fuse-ld=lld && %t | %FileCheck %s && %{link} -fuse-ld=bfd && %t | %FileCheck %s
// DEFINE: %{fails} = %{compile} -mllvm -fmerge-pipeline='fmerge<gc-sections=no>' && not %{link} -fuse-ld=lld 2>&1 | %FileCheck --check-prefix=MISSING %s
//
// REDEFINE: %{what} = -DNEEDS='p[2]=missing(n);'
// RUN: %{runs}
// RUN: %{fails}
// REDEFINE: %{what} = -DNEEDS='p[2]=missing(n);' -DUSED_COMES_FIRST
// RUN: %{runs}
// RUN: %{fails}
// REDEFINE: %{what} = -DNEEDS='p[2]=local(n);'
// RUN: %{runs}
// RUN: %{fails}
// REDEFINE: %{what} = -DNEEDS='p[2]=table[n&1](n);'
// RUN: %{runs}
// RUN: %{fails}
// REDEFINE: %{what} = -DNEEDS='p[2]=inlined(n);'
// RUN: %{runs}
// RUN: %{fails}
// REDEFINE: %{what} = -DNEEDS='p[2]=datum;'
// RUN: %{runs}
// RUN: %{fails}
// REDEFINE: %{what} = -DNEEDS='p[2]=missing(n);' -DTHREE
// RUN: %{runs}
// RUN: %{fails}
//
// A weak symbol need not be there, but where it is, it may need more; without -ffunction-sections, unused() is kept with used() anyway.
// REDEFINE: %{what} = -DNEEDS='if(&absent)p[2]=absent(n);' -mllvm -fmerge-pipeline='f3m<report=%t.json>'
// RUN: %{runs}
// RUN: %FileCheck --check-prefix=APART --input-file=%t.json %s
// RUN: %clang -Oz -fno-function-sections -fpass-plugin=%plugin -c %s -o %t.o -DNEEDS='p[2]=missing(n);' \
// RUN:   -mllvm -fmerge-pipeline='f3m<report=%t2.json>'
// RUN: %FileCheck --check-prefix=MERGED --input-file=%t2.json %s
//
// CHECK: sum 0
// MISSING: undefined symbol: {{missing|datum}}
// MERGED: "merges":{{ ?}}1
// APART: "merges":{{ ?}}0

#include <stdio.h>
#define API extern "C" __attribute__((noinline))
static volatile long p[64];
extern "C" long missing(long), absent(long) __attribute__((weak));
extern "C" long datum;
[[maybe_unused]] __attribute__((noinline)) static long local(long n) { return missing(n) * p[5] + 1; }
__attribute__((noinline)) inline long inlined(long n) { return missing(n) * p[6] + 1; }
static long (*volatile const table[])(long) = {missing, missing};
#define S(i) p[i] ^= p[i + 1] * 3; p[i + 2] += i;
#define BODY S(0) S(3) S(5) S(7) S(9) S(11) S(13) S(15) S(17) S(19) S(21)
#ifndef USED_COMES_FIRST
API long unused(long n) { BODY NEEDS return p[1]; }
#endif
API long used(long n) { BODY return p[1]; }
#ifdef USED_COMES_FIRST
API long unused(long n) { BODY NEEDS return p[1]; }
#endif
#ifdef THREE
API long as_well(long n) { BODY p[3] += n; return p[1]; }
#else
#define as_well(n) 0
#endif
int main(int c, char **) { printf("sum %ld\n", (used(c) + as_well(c)) * 0); }
