// A vector table names each handler as before, under force too: weak names stay aliases of the default handler, a handler that is
// equal or similar to another becomes a thunk at its own address, and one that is entered as an interrupt is left alone.
// RUN: %clang --target=thumbv6m-none-eabi -Oz -c %s -o %t.plain.o
// RUN: env FMERGE_PIPELINE='fmerge<force>' %clang --target=thumbv6m-none-eabi -Oz -fpass-plugin=%plugin -c %s -o %t.o
// RUN: llvm-readelf -rW %t.o | grep -A20 isr_vector | awk '/ABS32/ {print $3, $5}' > %t.table
// RUN: llvm-readelf -rW %t.plain.o | grep -A20 isr_vector | awk '/ABS32/ {print $3, $5}' > %t.plain-table
// RUN: %FileCheck %s --check-prefix=TABLE < %t.table && %FileCheck %s --check-prefix=TABLE < %t.plain-table
// TABLE-COUNT-9: R_ARM_ABS32
// RUN: llvm-readelf -rW %t.o | awk '/ABS32/ {print $5}' | %FileCheck %s --check-prefix=NAMES
// NAMES: default_handler
// NAMES-NEXT: nmi
// NAMES-NEXT: hard_fault
// NAMES-NEXT: uart
// NAMES-NEXT: spi
// NAMES-NEXT: timer
// NAMES-NEXT: radio
// NAMES-NEXT: weak_one
// NAMES-NEXT: weak_two
// RUN: llvm-nm %t.o | sort | %FileCheck %s --check-prefix=SYMBOLS
// SYMBOLS-DAG: [[AT:[0-9a-f]+]] T default_handler
// SYMBOLS-DAG: [[AT]] W nmi
// SYMBOLS-DAG: [[AT]] W hard_fault
// SYMBOLS-DAG: T uart
// SYMBOLS-DAG: W weak_one
// SYMBOLS-DAG: W weak_two
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | %FileCheck %s --check-prefix=CODE
// CODE-LABEL: <uart>:
// CODE: bl {{.*}}<uart.gfm
// CODE-LABEL: <timer>:
// CODE-NOT: .gfm
// CODE-LABEL: <radio>:
// CODE-NOT: .gfm
// CODE: pop {{.*}}pc}
volatile unsigned registers[64];
void use(volatile void *, unsigned);
extern unsigned stack_top[];

void default_handler(void) {
  for (;;)
    ;
}
#define WEAK __attribute__((weak, alias("default_handler")))
WEAK void nmi(void);
WEAK void hard_fault(void);

#define BODY(K) registers[3] = 1, registers[4] |= 2, use(&registers[1], K), registers[6] = registers[7] + 1
void uart(void) { BODY(3); }
void spi(void) { BODY(4); }
__attribute__((interrupt)) void timer(void) { BODY(3); }
__attribute__((interrupt)) void radio(void) { BODY(4); }
__attribute__((weak)) void weak_one(void) { BODY(9); }
__attribute__((weak)) void weak_two(void) { BODY(9); }

__attribute__((used, section(".isr_vector"))) static void (*const table[])(void) = {
    default_handler, nmi, hard_fault, uart, spi, timer, radio, weak_one, weak_two,
};
