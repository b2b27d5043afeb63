// Functions of bounded buffers: loads and stores in loops, structs, early exits, searches, sorts.

#include "drive.h"

#define SIZE 32

// Without padding, which would be undefined where it is copied as a number.
typedef struct {
  int32_t value;
  uint16_t kind;
  uint8_t name[6];
} Item;

uint32_t checksum(const uint8_t *bytes, unsigned count) {
  uint32_t low = 1, high = 0;
  for (unsigned i = 0; i < (count & (SIZE - 1)); ++i) {
    low = (low + bytes[i]) % 65521;
    high = (high + low) % 65521;
  }
  return high << 16 | low;
}

int find_byte(const uint8_t *bytes, uint8_t wanted, unsigned from) {
  for (int i = 0; i < SIZE; ++i)
    if (bytes[(i + from) & (SIZE - 1)] == wanted)
      return i;
  return -1;
}

void reverse(uint8_t *bytes) {
  for (int i = 0; i < SIZE / 2; ++i) {
    uint8_t kept = bytes[i];
    bytes[i] = bytes[SIZE - 1 - i];
    bytes[SIZE - 1 - i] = kept;
  }
}

void smooth(int32_t *values, int32_t weight) {
  for (int i = 0; i < 16; ++i) {
    uint32_t left = (uint32_t)values[(i + 15) & 15], right = (uint32_t)values[(i + 1) & 15];
    values[i] = (int32_t)(left * (uint32_t)weight + right) >> 1;
  }
}

void sort(int32_t *values) {
  for (int i = 1; i < 16; ++i)
    for (int j = i; j > 0; --j)
      if (values[j - 1] > values[j]) {
        int32_t kept = values[j];
        values[j] = values[j - 1];
        values[j - 1] = kept;
      }
}

int32_t weigh(const Item *items, unsigned count, uint16_t kind) {
  uint32_t sum = 0;
  for (unsigned i = 0; i < (count & 7); ++i) {
    if (items[i].kind == kind)
      sum += (uint32_t)items[i].value;
    else if (items[i].name[i & 3] > 100)
      sum ^= items[i].name[0];
  }
  return (int32_t)sum;
}

Item make_item(uint16_t kind, int32_t value, const uint8_t *name) {
  Item item = {value, kind, {0}};
  for (int i = 0; i < 6; ++i)
    item.name[i] = name[i] ^ (uint8_t)kind;
  if (value < 0)
    item.kind = (uint16_t)(kind + 1);
  return item;
}

void update(Item *item, int32_t by) {
  item->value = (int32_t)((uint32_t)item->value + (uint32_t)by);
  item->kind ^= (uint16_t)by;
  if (item->kind & 1)
    item->name[by & 3] = (uint8_t)item->value;
  else
    item->name[3 + (by & 1)] = 9;
}

uint64_t read_number(const uint8_t *bytes, int big) {
  uint64_t number = 0;
  for (int i = 0; i < 8; ++i)
    number = number << 8 | bytes[big & 1 ? i : 7 - i];
  return number;
}

void write_number(uint8_t *bytes, uint64_t number, int big) {
  for (int i = 0; i < 8; ++i)
    bytes[big & 1 ? 7 - i : i] = (uint8_t)(number >> (8 * i));
}

int main(void) {
  uint8_t bytes[SIZE];
  int32_t values[16];
  Item items[8];
  memset(items, 0, sizeof items);
  for (int i = 0; i < ROUNDS / 2; ++i) {
    uint64_t a = drive_number(), b = drive_number();
    drive_fill(bytes, sizeof bytes);
    drive_fill(values, sizeof values);
    drive_note(checksum(bytes, (unsigned)a));
    drive_note((uint64_t)find_byte(bytes, (uint8_t)a, (unsigned)b));
    reverse(bytes);
    smooth(values, (int32_t)a);
    drive_note_buffer(values, sizeof values);
    sort(values);
    drive_note_buffer(values, sizeof values);
    items[i & 7] = make_item((uint16_t)a, (int32_t)b, bytes);
    update(&items[a & 7], (int32_t)b);
    drive_note((uint32_t)weigh(items, (unsigned)a, (uint16_t)b));
    drive_note(read_number(bytes + (a & 15), (int)b));
    write_number(bytes + (b & 15), a, (int)b);
    drive_note_buffer(bytes, sizeof bytes);
    drive_note_buffer(items[i & 7].name, 6);
  }
  return drive_tell();
}
