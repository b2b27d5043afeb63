// clang and ld.lld weigh by their own code generation, with full LTO and in the threads of ThinLTO.
// RUN: %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o -mllvm -fmerge-pipeline='f3m<profit=exact;speed=ignore>' 2>&1 | count 0
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE='f3m<profit=exact;speed=ignore>' %clang -Oz -fpass-plugin=%plugin %s -o %t.plain 2>&1 | %FileCheck %s
// RUN: %t.plain | %FileCheck %s --check-prefix=OUT
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE='f3m<profit=exact;speed=ignore>' %clang -Oz -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin %s -o %t.full 2>&1 | %FileCheck %s
// RUN: %t.full | %FileCheck %s --check-prefix=OUT
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE='f3m<profit=exact;speed=ignore>' %clang -Oz -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin %s -o %t.thin 2>&1 | %FileCheck %s
// RUN: %t.thin | %FileCheck %s --check-prefix=OUT
// CHECK-NOT: warning
// CHECK: weighed_b, saving {{[3-9][0-9]}} bytes by the code
// OUT: 42f9b85160203e04 efe3a51d59907891

// What is reported of the copies that are weighed stays there: no warning comes twice.
// RUN: env FMERGE_PIPELINE='f3m<profit=exact;speed=ignore>' %clang -Oz -fpass-plugin=%plugin -Wframe-larger-than=1 -c %s -o %t.o 2> %t.warnings
// RUN: grep 'stack frame size' %t.warnings | sort | uniq -d | count 0
// RUN: %FileCheck %s --check-prefix=FRAMES < %t.warnings
// FRAMES: warning: stack frame size

#include <stdio.h>

__attribute__((noinline)) static unsigned long weighed_a(unsigned long x) {
  unsigned long y = x ^ 5;
  y = y * 0x123456789abcdef1ul ^ 0x6edcba9876543211ul;
  y = y * 0x133557799bbddff3ul ^ 0x6edcba9865432100ul;
  return y * 0x1436587a9cbee0f5ul ^ 0x6edcba985431fffful;
}

__attribute__((noinline)) static unsigned long weighed_b(unsigned long x) {
  unsigned long y = x ^ 77777;
  y = y * 0x123456789abcdef1ul ^ 0x6edcba9876543211ul;
  y = y * 0x133557799bbddff3ul ^ 0x6edcba9865432100ul;
  return y * 0x1436587a9cbee0f5ul ^ 0x6edcba985431fffful;
}

int main(void) {
  volatile unsigned long one = 1, two = 2;
  printf("%lx %lx\n", weighed_a(one), weighed_b(two));
  return 0;
}
