// RISC-V of 32 bits, as in an ESP32-C3: start, trap handler, timer, and a serial line.
#include "firmware.h"

extern uint32_t data_begin[], data_end[], data_source[], bss_begin[], bss_end[];
void boot(void);

volatile uint32_t ticks;

#define UART ((volatile uint8_t *)0x10000000)
#define TEST ((volatile uint32_t *)0x100000)
#define MTIME ((volatile uint32_t *)0x200bff8)
#define MTIMECMP ((volatile uint32_t *)0x2004000)

void put_character(char c) { *UART = (uint8_t)c; }

_Noreturn void stop(int status) {
  *TEST = status ? 0x3333 : 0x5555;
  for (;;)
    ;
}

static void next_tick(void) {
  MTIMECMP[1] = 0xffffffff;
  MTIMECMP[0] = *MTIME + 1000;
  MTIMECMP[1] = 0;
}

__attribute__((interrupt, aligned(4))) void trap(void) {
  ticks = ticks + 1;
  next_tick();
}

void start_timer(void) {
  next_tick();
  __asm__ volatile("csrw mtvec, %0\n csrs mie, %1\n csrsi mstatus, 8" : : "r"(trap), "r"(1 << 7) : "memory");
}

static void start(void) {
  for (uint32_t *to = data_begin, *from = data_source; to < data_end;)
    *to++ = *from++;
  for (uint32_t *to = bss_begin; to < bss_end;)
    *to++ = 0;
  application();
}

__attribute__((naked, used, section(".vectors"))) void reset(void) {
  __asm__ volatile("la sp, stack_top\n j boot");
}

__attribute__((used, section(".header"))) const struct header application_header = {MAGIC, start, 2};
