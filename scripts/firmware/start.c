// The start of a firmware on qemu's boards mps2-an386 and virt, and its output.
#include <stdint.h>
#include <stddef.h>
extern uint32_t stack_top[], data_begin[], data_end[], data_source[], bss_begin[], bss_end[];
extern void (*init_begin[])(void), (*init_end[])(void);
int main(void);
#ifdef __arm__
static long semihost(long number, const void *what) {
  register long r0 __asm__("r0") = number;
  register const void *r1 __asm__("r1") = what;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}
void out(const char *s) { semihost(4, s); }
void stop(void) {
  semihost(0x18, (const void *)0x20026);
  for (;;)
    ;
}
#else
void out(const char *s) {
  while (*s)
    *(volatile uint8_t *)0x10000000 = *s++;
}
void stop(void) {
  *(volatile uint32_t *)0x100000 = 0x5555;
  for (;;)
    ;
}
#endif
__attribute__((used, noinline)) void begin(void) {
  for (uint32_t *to = data_begin, *from = data_source; to < data_end;)
    *to++ = *from++;
  for (uint32_t *to = bss_begin; to < bss_end;)
    *to++ = 0;
  for (void (**one)(void) = init_begin; one < init_end;)
    (*one++)();
  main();
  stop();
}
#ifdef __arm__
__attribute__((used)) static void fault(void) {
  out("fault\n");
  stop();
}
__attribute__((used, section(".vectors"))) static const void *const vectors[16] = {stack_top, begin, fault, fault,
                                                                                   fault,     fault, fault};
#else
__attribute__((naked, used, section(".vectors"))) void reset(void) { __asm__ volatile("la sp, stack_top\n j begin"); }
#endif
