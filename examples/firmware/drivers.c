// Four sensors on one bus. Each driver was written from the one before, as drivers are.
#include "firmware.h"

static uint8_t registers[4][16];
static uint32_t transfers;

static void bus_write(unsigned device, unsigned at, uint8_t value) {
  registers[device & 3][at & 15] = value;
  ++transfers;
}

static uint8_t bus_read(unsigned device, unsigned at) {
  ++transfers;
  return registers[device & 3][at & 15];
}

static int32_t clamp(int32_t value, int32_t least, int32_t most) {
  return value < least ? least : value > most ? most : value;
}

int thermometer_start(void) {
  bus_write(0, 0, 0x80);
  bus_write(0, 1, 0x27);
  bus_write(0, 2, 0x03);
  if (bus_read(0, 1) != 0x27)
    return -1;
  bus_write(0, 3, bus_read(0, 2) | 0x10);
  bus_write(0, 0, 0x01);
  return bus_read(0, 0) == 1 ? 0 : -2;
}

int barometer_start(void) {
  bus_write(1, 0, 0xb6);
  bus_write(1, 4, 0x57);
  bus_write(1, 5, 0x0c);
  if (bus_read(1, 4) != 0x57)
    return -1;
  bus_write(1, 6, bus_read(1, 5) | 0x20);
  bus_write(1, 7, 0x05);
  bus_write(1, 0, 0x01);
  return bus_read(1, 0) == 1 ? 0 : -3;
}

int hygrometer_start(void) {
  bus_write(2, 0, 0x8c);
  bus_write(2, 2, 0x31);
  bus_write(2, 3, 0x07);
  if (bus_read(2, 2) != 0x31)
    return -1;
  bus_write(2, 4, bus_read(2, 3) | 0x40);
  bus_write(2, 0, 0x01);
  return bus_read(2, 0) == 1 ? 0 : -4;
}

int photometer_start(void) {
  bus_write(3, 0, 0xa0);
  bus_write(3, 8, 0x19);
  bus_write(3, 9, 0x02);
  if (bus_read(3, 8) != 0x19)
    return -1;
  bus_write(3, 10, bus_read(3, 9) | 0x08);
  bus_write(3, 11, 0x09);
  bus_write(3, 0, 0x01);
  return bus_read(3, 0) == 1 ? 0 : -5;
}

int32_t thermometer_read(uint32_t time) {
  bus_write(0, 4, (uint8_t)(time * 7));
  bus_write(0, 5, (uint8_t)(time >> 3));
  int32_t raw = bus_read(0, 4) | bus_read(0, 5) << 8;
  raw = raw * 25 - 4000;
  if (bus_read(0, 3) & 0x10)
    raw += 125;
  return clamp(raw, -4000, 8500);
}

int32_t barometer_read(uint32_t time) {
  bus_write(1, 8, (uint8_t)(time * 11));
  bus_write(1, 9, (uint8_t)(time >> 2));
  int32_t raw = bus_read(1, 8) | bus_read(1, 9) << 8;
  raw = raw * 40 + 30000;
  if (bus_read(1, 6) & 0x20)
    raw += 250;
  raw -= raw >> 5;
  return clamp(raw, 30000, 110000);
}

int32_t hygrometer_read(uint32_t time) {
  bus_write(2, 5, (uint8_t)(time * 5));
  bus_write(2, 6, (uint8_t)(time >> 4));
  int32_t raw = bus_read(2, 5) | bus_read(2, 6) << 8;
  raw = raw * 12 - 600;
  if (bus_read(2, 4) & 0x40)
    raw += 60;
  return clamp(raw, 0, 10000);
}

int32_t photometer_read(uint32_t time) {
  bus_write(3, 12, (uint8_t)(time * 13));
  bus_write(3, 13, (uint8_t)(time >> 1));
  int32_t raw = bus_read(3, 12) | bus_read(3, 13) << 8;
  raw = raw * 18 + 5;
  if (bus_read(3, 10) & 0x08)
    raw += 90;
  raw ^= raw >> 7;
  return clamp(raw, 0, 65535);
}
