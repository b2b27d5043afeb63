// Without -fdata-sections, constants of an object share a section, which is dropped if nothing refers to it. A table of what functions
// differ in kept it, with a constant of unused() that names what is nowhere: the link failed that went well without merging.
// RUN: %clang -Oz -ffunction-sections -fno-pie -fpass-plugin=%plugin -mllvm -fmerge-pipeline='fmerge<params=1;report=%t.json>' -c %s -o %t.o
// RUN: %FileCheck --check-prefix=MERGED --input-file=%t.json %s
// MERGED: "parameters":1
// RUN: %llvm_tools/llvm-readelf -SW %t.o | %FileCheck --check-prefix=SECTIONS %s
// SECTIONS: .rodata.fmerge PROGBITS
// RUN: %clang -Wl,--gc-sections -no-pie -fuse-ld=lld %t.o -o %t && %t | %FileCheck %s
// RUN: %clang -Wl,--gc-sections -no-pie -fuse-ld=bfd %t.o -o %t && %t | %FileCheck %s
// CHECK: sum 3000000000081
// Where each variable has a section, a table has one too, as any constant.
// RUN: %clang -Oz -ffunction-sections -fdata-sections -fno-pie -fpass-plugin=%plugin -mllvm -fmerge-pipeline='fmerge<params=1>' -c %s -o %t.o
// RUN: %llvm_tools/llvm-readelf -SW %t.o | %FileCheck --check-prefix=NONE %s
// NONE-NOT: .rodata.fmerge
int printf(const char *, ...);
extern long missing(long);
static long same(long n) { return n; }
static long (*const table[])(long) = {missing, same, missing};
__attribute__((noinline)) long unused(long n) { return table[n % 3](n); }

volatile long p[8];
#define WORK(name, one, two, three)                                                                                     \
  static __attribute__((noinline)) void name(long n) {                                                                 \
    p[0] += n * 3;                                                                                                     \
    p[1] ^= n + one;                                                                                                   \
    p[2] += p[1] * 5;                                                                                                  \
    p[3] = p[2] + two;                                                                                                 \
    p[4] += p[3] ^ n;                                                                                                  \
    p[5] = three;                                                                                                      \
    p[6] += p[5] + p[4];                                                                                               \
  }
WORK(first, 1000000000001, 2000000000002, 3000000000003)
WORK(second, 1000000000004, 2000000000005, 3000000000006)
WORK(third, 1000000000007, 2000000000008, 3000000000009)

int main(void) {
  first(7), second(8), third(9);
  printf("sum %ld\n", p[5] + p[0]);
}
