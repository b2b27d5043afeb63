// Functions that call each other: directly, through tables, with many arguments, large ones by value, and by
// recursion whose depth is bounded.

#include "drive.h"

typedef struct {
  int64_t parts[5];
} Large;

typedef int32_t (*Binary)(int32_t, int32_t);

int32_t plus(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b + 3u) ^ (a >> 7); }
int32_t minus(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b + 5u) ^ (b >> 9); }
int32_t times(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b + 7u) ^ (a >> 3); }
int32_t either(int32_t a, int32_t b) { return a > b ? a ^ 11 : (int32_t)((uint32_t)b + 12u); }

static const Binary table[4] = {plus, minus, times, either};

int32_t apply(int32_t a, int32_t b, int which) { return table[which & 3](a, b) ^ which; }

int32_t chain(int32_t a, int32_t b, int32_t c) {
  int32_t first = plus(a, b), second = minus(b, c);
  if (first < second)
    first = times(first, c);
  else
    second = plus(second, a);
  return either(first, second);
}

int32_t chain_back(int32_t a, int32_t b, int32_t c) {
  int32_t first = times(c, b), second = plus(b, a);
  if (first > second)
    first = minus(first, a);
  else
    second = either(second, c);
  return plus(second, first);
}

Large combine(Large one, Large other, int64_t by) {
  for (int i = 0; i < 5; ++i)
    one.parts[i] = (int64_t)((uint64_t)one.parts[i] * (uint64_t)by) ^ other.parts[4 - i];
  return one;
}

int64_t measure(Large large, int from) {
  int64_t sum = large.parts[from & 3];
  for (int i = 0; i < 5; ++i)
    sum ^= large.parts[i] >> i;
  return sum;
}

int64_t many(int8_t a, int16_t b, int32_t c, int64_t d, uint8_t e, uint16_t f, uint32_t g, uint64_t h, float i, double j) {
  uint64_t sum = (uint64_t)(a + b) ^ (uint64_t)c;
  sum += (uint64_t)d * e + f;
  sum ^= g ^ h;
  if (i > 0.5f && j < 2)
    sum += 17;
  return (int64_t)sum;
}

uint32_t descend(uint32_t depth, uint32_t value) {
  if ((depth & 15) == 0)
    return value;
  uint32_t below = descend((depth & 15) - 1, value * 3 + 1);
  return below & 1 ? below + depth : below ^ value;
}

void swap_parts(Large *large, int a, int b) {
  int64_t kept = large->parts[a & 3];
  large->parts[a & 3] = large->parts[1 + (b & 3)];
  large->parts[1 + (b & 3)] = kept;
}

int main(void) {
  Large one, other;
  drive_fill(&one, sizeof one);
  drive_fill(&other, sizeof other);
  for (int i = 0; i < ROUNDS; ++i) {
    uint64_t a = drive_number(), b = drive_number(), c = drive_number();
    drive_note((uint32_t)apply((int32_t)a, (int32_t)b, (int)c));
    drive_note((uint32_t)chain((int32_t)a, (int32_t)b, (int32_t)c));
    drive_note((uint32_t)chain_back((int32_t)a, (int32_t)b, (int32_t)c));
    one = combine(one, other, (int64_t)a);
    swap_parts(&other, (int)a, (int)b);
    drive_note((uint64_t)measure(one, (int)b));
    drive_note((uint64_t)many((int8_t)a, (int16_t)b, (int32_t)c, (int64_t)a, (uint8_t)b, (uint16_t)c, (uint32_t)a, b, 0.7f, (double)(i - 30)));
    drive_note(descend((uint32_t)a, (uint32_t)b));
  }
  return drive_tell();
}
