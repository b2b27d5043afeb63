// Pure functions of integers of several widths: branches, switches, selects, loops.

#include "drive.h"

int32_t clamp_sum(int32_t a, int32_t b, int32_t low, int32_t high) {
  uint32_t sum = (uint32_t)a + (uint32_t)b;
  if ((int32_t)sum < low)
    return low;
  if ((int32_t)sum > high)
    return high;
  return (int32_t)sum;
}

uint32_t mix(uint32_t a, uint32_t b, uint32_t c) {
  a -= c, a ^= (c << 4) | (c >> 28), c += b;
  b -= a, b ^= (a << 6) | (a >> 26), a += c;
  c -= b, c ^= (b << 8) | (b >> 24), b += a;
  a -= c, a ^= (c << 16) | (c >> 16), c += b;
  return a ^ b ^ c;
}

uint64_t power(uint64_t base, unsigned exponent) {
  uint64_t result = 1;
  for (unsigned i = 0; i < (exponent & 31); ++i) {
    if (exponent >> i & 1)
      result *= base;
    base *= base;
  }
  return result;
}

int classify(int32_t code, int16_t shade, uint8_t flags) {
  int score = 0;
  switch (code & 15) {
  case 0:
    score = shade * 3;
    break;
  case 1:
    score = shade - 40;
    break;
  case 2:
  case 3:
    score = flags ? 7 : shade;
    break;
  case 7:
    score = code ^ shade;
    break;
  case 9:
    score = -flags;
    break;
  default:
    score = code & 255;
  }
  if (flags & 4)
    score ^= 0x5A;
  return flags & 2 ? score + 1 : score;
}

uint64_t divide(uint64_t a, uint64_t b, int32_t c, int32_t d) {
  uint64_t quotient = a / ((b & 255) + 1);
  int32_t rest = (c & 0xFFFFFF) % ((d & 63) + 3);
  return quotient * 31 + (uint64_t)rest;
}

int32_t count_bits(uint32_t x) {
  int32_t count = 0;
  for (int i = 0; i < 32; ++i)
    if (x >> i & 1)
      ++count;
    else
      count ^= i & 1;
  return count;
}

uint8_t fold(uint64_t wide) {
  uint8_t byte = 0x55;
  for (int i = 0; i < 8; ++i) {
    byte ^= (uint8_t)(wide >> (8 * i));
    byte = (uint8_t)(byte << 1 | byte >> 7);
  }
  return byte;
}

int64_t median(int64_t a, int64_t b, int64_t c) {
  if (a < b) {
    if (b < c)
      return b;
    return a < c ? c : a;
  }
  if (a < c)
    return a;
  return b < c ? c : b;
}

int nested(int a, int b, int c) {
  int sum = 0;
  for (int i = 0; i < (a & 7); ++i) {
    for (int j = 0; j < (b & 3); ++j) {
      if ((i ^ j) == (c & 7))
        continue;
      sum = (int)((unsigned)sum * 5u + (unsigned)(i * 4 + j));
    }
    sum ^= c;
  }
  return sum;
}

int main(void) {
  for (int i = 0; i < ROUNDS; ++i) {
    uint64_t a = drive_number(), b = drive_number(), c = drive_number(), d = drive_number();
    drive_note((uint32_t)clamp_sum((int32_t)a, (int32_t)b, (int32_t)c, (int32_t)d));
    drive_note(mix((uint32_t)a, (uint32_t)b, (uint32_t)c));
    drive_note(power(a, (unsigned)b));
    drive_note((uint64_t)classify((int32_t)a, (int16_t)b, (uint8_t)c));
    drive_note(divide(a, b, (int32_t)c, (int32_t)d));
    drive_note((uint64_t)count_bits((uint32_t)a));
    drive_note(fold(b));
    drive_note((uint64_t)median((int64_t)a, (int64_t)b, (int64_t)c));
    drive_note((uint64_t)nested((int)a, (int)b, (int)c));
  }
  return drive_tell();
}
