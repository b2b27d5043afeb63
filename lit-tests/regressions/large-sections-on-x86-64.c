// A variable in a section that linkers place beyond 2 GB is in no table, though the code model is small: the link works as it
// does without the plugin.
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz --target=x86_64-linux-gnu -fno-pic -ffreestanding -fpass-plugin=%plugin -c %s -o %t.o
// RUN: llvm-readelf -r %t.o | %FileCheck --implicit-check-not=R_X86_64_PC32 %s
// CHECK: R_X86_64_64 {{.*}} .l{{bss|data|rodata}}
// RUN: echo 'SECTIONS { . = 0x400000; .text : { *(.text*) } .rodata : { *(.rodata*) } . = 0x4000000000; .lbss : { *(.lbss*) } .ldata : { *(.ldata*) } .lrodata : { *(.lrodata*) } }' > %t.ld
// RUN: %lld -T %t.ld %t.o -o %t
void use(const volatile void *, int);
#define F(x, k)                                                                                                        \
  __attribute__((section(".lbss"))) static volatile int x##a[4];                                                       \
  __attribute__((section(".ldata.own"))) static volatile int x##b[4] = {1};                                            \
  __attribute__((section(".lrodata"))) static const volatile int x##c[4] = {1};                                        \
  __attribute__((noinline, cold)) void fn##x(int i) {                                                                  \
    use(x##a, k);                                                                                                      \
    use(x##b, k + 1);                                                                                                  \
    use(x##c, i);                                                                                                      \
    x##a[i & 3] += i;                                                                                                  \
  }
F(p, 100)
F(q, 200)
__attribute__((noinline)) void use(const volatile void *x, int k) { *(volatile int *)x = k; }
void _start(void) {
  fnp(1);
  fnq(2);
}
