// Drives the functions of a corpus file: numbers to call them with, buffers, and one hash of the results.
//
// The functions here must be fine with any number: indices are masked, divisors made positive, shifts bounded,
// floats converted within range, loops bounded by constants or masked parameters. Their twins may then compute
// whatever they like (see fuzz/twins/twins.h).

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t drive_seed = 12345, drive_hash = 1;

static inline uint64_t drive_number(void) {
  drive_seed = drive_seed * 6364136223846793005u + 1442695040888963407u;
  uint64_t bits = drive_seed >> 20;
  switch (drive_seed >> 61) {
  case 0:
    return bits & 7;
  case 1:
    return -(bits & 7);
  case 2:
    return (uint64_t)1 << (bits & 63);
  default:
    return bits ^ drive_seed << 30;
  }
}

static inline double drive_real(void) {
  return (double)(int64_t)drive_number() / 65536.0;
}

static inline void drive_note(uint64_t value) {
  drive_hash = (drive_hash ^ value) * 0x9E3779B97F4A7C15u;
  drive_hash ^= drive_hash >> 31;
}

static inline void drive_note_real(double value) {
  uint64_t bits = 0;
  if (value == value)
    memcpy(&bits, &value, sizeof bits);
  drive_note(bits);
}

static inline void drive_fill(void *buffer, size_t size) {
  for (size_t i = 0; i < size; ++i)
    ((unsigned char *)buffer)[i] = drive_number();
}

static inline void drive_note_buffer(const void *buffer, size_t size) {
  for (size_t i = 0; i < size; ++i)
    drive_note(((const unsigned char *)buffer)[i]);
}

static inline int drive_tell(void) {
  printf("hash: %llx\n", (unsigned long long)drive_hash);
  return 0;
}

#define ROUNDS 60
