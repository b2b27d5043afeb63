// ld.lld with ThinLTO: one run for each module, several at once.
// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -Oz -flto=thin -c %t/main.c -o %t/main.o
// RUN: %clang -Oz -flto=thin -DNAME=part0 -DNUMBER=0 -c %t/part.c -o %t/part0.o
// RUN: %clang -Oz -flto=thin -DNAME=part1 -DNUMBER=1 -c %t/part.c -o %t/part1.o
// RUN: %clang -Oz -flto=thin -DNAME=part2 -DNUMBER=2 -c %t/part.c -o %t/part2.o
// RUN: %clang -Oz -flto=thin -DNAME=part3 -DNUMBER=3 -c %t/part.c -o %t/part3.o
// RUN: %clang -Oz -flto=thin -DNAME=part4 -DNUMBER=4 -c %t/part.c -o %t/part4.o
// RUN: %clang -Oz -flto=thin -DNAME=part5 -DNUMBER=5 -c %t/part.c -o %t/part5.o
// RUN: env FMERGE_LOG=info %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin \
// RUN:   -Wl,--thinlto-jobs=4 %t/main.o %t/part0.o %t/part1.o %t/part2.o %t/part3.o %t/part4.o \
// RUN:   %t/part5.o -o %t/program 2>&1 | sort | %FileCheck %s
// RUN: %t/program | %FileCheck %s --check-prefix=OUT
// CHECK:      fmerge: info: fmerge on {{.*}}main.o
// CHECK-NEXT: fmerge: info: fmerge on {{.*}}part0.o
// CHECK-NEXT: fmerge: info: fmerge on {{.*}}part1.o
// CHECK-NEXT: fmerge: info: fmerge on {{.*}}part2.o
// CHECK-NEXT: fmerge: info: fmerge on {{.*}}part3.o
// CHECK-NEXT: fmerge: info: fmerge on {{.*}}part4.o
// CHECK-NEXT: fmerge: info: fmerge on {{.*}}part5.o
// CHECK-NOT:  fmerge: info: fmerge on
// OUT: 15

// An error in several threads at once ends lld with its message alone, never with a crash.
// RUN: not env FMERGE_PIPELINE=wrong %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin \
// RUN:   -Wl,--thinlto-jobs=4 %t/main.o %t/part0.o %t/part1.o %t/part2.o %t/part3.o %t/part4.o \
// RUN:   %t/part5.o -o %t/none 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=WRONG --implicit-check-not=PLEASE --implicit-check-not=signal
// WRONG: fmerge: error: in FMERGE_PIPELINE: unknown pass `wrong`
// WRONG: linker command failed with exit code 1

//--- main.c
#include <stdio.h>
int part0(void), part1(void), part2(void), part3(void), part4(void), part5(void);
int main(void) {
  printf("%d\n", part0() + part1() + part2() + part3() + part4() + part5());
  return 0;
}

//--- part.c
__attribute__((noinline)) int NAME(void) { return NUMBER; }
