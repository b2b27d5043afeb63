// Cortex-M: vector table, start, timer, and output by semihosting.
#include "firmware.h"

extern uint32_t stack_top[], data_begin[], data_end[], data_source[], bss_begin[], bss_end[];
void boot(void);

volatile uint32_t ticks;

static long semihost(long number, const void *what) {
  register long r0 __asm__("r0") = number;
  register const void *r1 __asm__("r1") = what;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

void put_character(char c) { semihost(3, &c); }

_Noreturn void stop(int status) {
  const uint32_t what[] = {0x20026, (uint32_t)status};
  // A processor of 32 bits says only whether it went well.
  semihost(0x18, status ? (const void *)0x20023 : (const void *)what[0]);
  for (;;)
    ;
}

#define SYSTICK ((volatile uint32_t *)0xe000e010)

void start_timer(void) {
  SYSTICK[1] = 9999;
  SYSTICK[2] = 0;
  SYSTICK[0] = 7;
}

__attribute__((interrupt)) void systick(void) { ticks = ticks + 1; }

// A handler that nobody writes is this one. The weak names are its aliases, as in the start files of most makers.
void default_handler(void) { stop(1); }
#define WEAK __attribute__((weak, alias("default_handler")))
WEAK void nmi(void);
WEAK void hard_fault(void);
WEAK void svcall(void);
WEAK void pendsv(void);
WEAK void uart(void);
WEAK void spi(void);
WEAK void watchdog(void);

// One of them is written: it takes the place of the alias.
static volatile uint32_t calls;
void radio(void) { calls = calls + 1; }

static void start(void) {
  for (uint32_t *to = data_begin, *from = data_source; to < data_end;)
    *to++ = *from++;
  for (uint32_t *to = bss_begin; to < bss_end;)
    *to++ = 0;
  application();
}

__attribute__((used, section(".vectors"))) static const void *const vectors[] = {
    stack_top, boot, nmi, hard_fault, 0, 0, 0, 0, 0, 0, 0, svcall, 0, 0, pendsv, systick, uart, radio, spi, watchdog,
};

__attribute__((used, section(".header"))) const struct header application_header = {MAGIC, start, 2};
