// The flash, played by memory. While a page is erased or written no code can be read from it, so this runs from RAM and
// needs nothing that is not there: neither other functions nor tables of constants.
#include "firmware.h"

uint8_t flash_memory[1024];
static volatile uint32_t busy;

IN_RAM static void wait(void) {
  while (busy)
    --busy;
}

IN_RAM int flash_write(uint32_t at, const uint8_t *data, uint32_t count) {
  if (at + count > sizeof flash_memory)
    return -1;
  for (uint32_t done = 0; done < count; ++done) {
    busy = 3;
    flash_memory[at + done] &= data[done];
    wait();
  }
  return (int)count;
}

IN_RAM int flash_erase(uint32_t at, uint32_t count) {
  if (at + count > sizeof flash_memory)
    return -1;
  for (uint32_t done = 0; done < count; ++done) {
    busy = 5;
    flash_memory[at + done] = 0xff;
    wait();
  }
  return (int)count;
}

IN_RAM uint32_t flash_sum(uint32_t at, uint32_t count) {
  uint32_t sum = 5381;
  for (uint32_t done = 0; done < count; ++done)
    sum = sum * 33 ^ flash_memory[at + done];
  return sum;
}
