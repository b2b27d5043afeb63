// A program that is not position-independent refers to a variable of a shared object as to its own, and the linker copies it.
// It does not do so for distances in tables, for which it takes 0 as the address, without a word.
// RUN: echo 'int one[4], two[4], three[4], four[4];' > %t.so.c
// RUN: %clang --target=riscv64-linux-gnu -fPIC -shared -nostdlib -fuse-ld=lld %t.so.c -o %t.so
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz --target=riscv64-linux-gnu -fno-pic -fpass-plugin=%plugin -c %s -o %t.o
// RUN: %lld %t.o %t.so -o %t
// RUN: llvm-readelf -r %t | %FileCheck %s
// CHECK-DAG: R_RISCV_COPY {{.*}} one
// CHECK-DAG: R_RISCV_COPY {{.*}} two
// CHECK-DAG: R_RISCV_COPY {{.*}} three
// CHECK-DAG: R_RISCV_COPY {{.*}} four
extern int one[4], two[4], three[4], four[4];
__attribute__((noinline)) void use(void *x, int k) { *(volatile int *)x = k; }
#define F(x, a, b, k)                                                                                                  \
  __attribute__((noinline, cold)) void fn##x(int i) {                                                                  \
    use(a, k);                                                                                                         \
    use(b, k + 1);                                                                                                     \
    a[i & 3] += i;                                                                                                     \
    b[i & 3] += 2 * i;                                                                                                 \
  }
F(p, one, two, 100)
F(q, three, four, 200)
void _start(void) {
  fnp(1);
  fnq(2);
}
