// Code low, data at 0xC0000000: AArch64's small code model reaches them, and so does a table, whose entries have 64 bits. The
// linker would take a distance of 32 bits without its sign, and llvm.load.relative would extend one.
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz --target=aarch64-none-elf -ffreestanding -fpass-plugin=%plugin -c %s -o %t.o
// RUN: llvm-readelf -r %t.o | %FileCheck --implicit-check-not=R_AARCH64_PREL32 --check-prefix=OBJECT %s
// OBJECT: R_AARCH64_PREL64
// RUN: echo 'SECTIONS { . = 0x80000; .text : { *(.text*) } .rodata : { *(.rodata*) } . = 0xC0000000; .bss : { *(.bss*) } }' > %t.ld
// RUN: %lld -T %t.ld %t.o -o %t
// RUN: llvm-objdump -s -j .rodata %t | %FileCheck %s
// The distance from 0x80000 and a little more, as two words.
// CHECK: {{[0-9a-f]+ [0-9a-f]{4}f7bf 00000000}}

// The same for RISC-V from the lowest to the highest addresses, which medlow reaches.
// RUN: env FMERGE_PIPELINE='gfm<force;params=1;verify>' %clang -Oz --target=riscv64-none-elf -ffreestanding -fpass-plugin=%plugin -c %s -o %t.o
// RUN: llvm-readelf -r %t.o | %FileCheck --implicit-check-not=R_RISCV_ADD32 --implicit-check-not=R_RISCV_SUB32 --check-prefix=RISCV %s
// RISCV: R_RISCV_ADD64
// RISCV: R_RISCV_SUB64
// RUN: echo 'SECTIONS { . = 0x80000; .text : { *(.text*) } .rodata : { *(.rodata*) } . = 0xFFFFFFFFC0000000; .bss : { *(.bss*) } }' > %t.ld
// RUN: %lld -T %t.ld %t.o -o %t
// RUN: llvm-objdump -s -j .rodata %t | %FileCheck --check-prefix=HIGH %s
// HIGH: {{[0-9a-f]+ [0-9a-f]{4}f7bf ffffffff}}
void use(void *, int);
#define F(x, k)                                                                                                        \
  static volatile int x##a[4], x##b[4], x##c[4];                                                                       \
  __attribute__((noinline, cold)) void fn##x(int i) {                                                                  \
    use((void *)&x##a, k);                                                                                             \
    use((void *)&x##b, k + 1);                                                                                         \
    use((void *)&x##c, i);                                                                                             \
    x##a[i & 3] += i;                                                                                                  \
    x##b[i & 3] += 2 * i;                                                                                              \
  }
F(p, 100)
F(q, 200)
__attribute__((noinline)) void use(void *x, int k) { *(volatile int *)x = k; }
void _start(void) {
  fnp(1);
  fnq(2);
  for (;;)
    ;
}
