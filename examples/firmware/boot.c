// The boot loader. It has a section of its own, which an update never overwrites, so it calls nothing outside of it.
#include "firmware.h"

extern uint32_t ram_end[], flash_begin[], flash_end[];

static BOOT_DATA const uint32_t known[] = {1, 2, 3};

BOOT static bool is_in_flash(uint32_t address) {
  return address >= (uint32_t)flash_begin && address < (uint32_t)flash_end;
}

BOOT static bool is_supported(uint32_t version) {
  for (unsigned at = 0; at < sizeof known / sizeof *known; ++at)
    if (known[at] == version)
      return true;
  return false;
}

BOOT static bool is_application(const struct header *header) {
  return header->magic == MAGIC && is_in_flash((uint32_t)header->entry) && is_supported(header->version);
}

// As small as those of the application and much like them: it must not be merged with them.
BOOT static uint32_t boot_sum(const uint8_t *data, uint32_t count) {
  uint32_t sum = 5381;
  for (uint32_t at = 0; at < count; ++at)
    sum = sum * 33 ^ data[at];
  return sum;
}

volatile uint32_t boot_said __attribute__((section(".noinit")));

// On RISC-V assembly alone names it.
__attribute__((used)) BOOT void boot(void) {
  const volatile uintptr_t where = (uintptr_t)&application_header;
  const struct header *header = (const struct header *)where;
  boot_said = boot_sum((const uint8_t *)header, 4);
  if (is_application(header))
    header->entry();
  for (;;)
    ;
}
