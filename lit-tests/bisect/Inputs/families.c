// Twelve families of functions: two that are equal, two that differ in constants, two that are only similar. What each
// of them computes is printed, so that a wrong one shows.
#include <stdio.h>

#ifndef KEPT
#define KEPT __attribute__((noinline))
#endif
static volatile int sink;

#define FAMILY(n, op, mask)                                                                                            \
  KEPT int equal_##n##_a(int x, int y) {                                                                               \
    sink = x op n;                                                                                                     \
    sink = y - x;                                                                                                      \
    sink = (x & mask) * (y op 3);                                                                                      \
    return sink - y + n;                                                                                               \
  }                                                                                                                    \
  KEPT int equal_##n##_b(int x, int y) {                                                                               \
    sink = x op n;                                                                                                     \
    sink = y - x;                                                                                                      \
    sink = (x & mask) * (y op 3);                                                                                      \
    return sink - y + n;                                                                                               \
  }                                                                                                                    \
  KEPT int constant_##n##_a(int x) {                                                                                   \
    sink = x op 1001;                                                                                                  \
    sink = mask - x;                                                                                                   \
    for (int i = 0; i < (x & 7); ++i)                                                                                  \
      sink = sink op (i << 1);                                                                                         \
    return sink - n * 5;                                                                                               \
  }                                                                                                                    \
  KEPT int constant_##n##_b(int x) {                                                                                   \
    sink = x op 2002;                                                                                                  \
    sink = mask - x;                                                                                                   \
    for (int i = 0; i < (x & 7); ++i)                                                                                  \
      sink = sink op (i << 1);                                                                                         \
    return sink - n * 5;                                                                                               \
  }                                                                                                                    \
  KEPT int similar_##n##_a(int x, int y) {                                                                             \
    sink = x;                                                                                                          \
    sink = y op mask;                                                                                                  \
    if (x - y > n)                                                                                                     \
      sink = sink - (x op y);                                                                                          \
    sink = sink >> (y & 3);                                                                                            \
    return sink * n;                                                                                                   \
  }                                                                                                                    \
  KEPT int similar_##n##_b(int x, int y) {                                                                             \
    sink = x;                                                                                                          \
    sink = y op mask;                                                                                                  \
    if (x - y > n)                                                                                                     \
      sink = sink - (y & x);                                                                                           \
    sink = sink >> (y & 3);                                                                                            \
    sink = sink ^ n;                                                                                                   \
    return sink * n;                                                                                                   \
  }

#define FAMILIES(USE)                                                                                                  \
  USE(1, +, 15) USE(2, -, 63) USE(3, ^, 31) USE(4, |, 7) USE(5, *, 127) USE(6, &, 255)                                 \
  USE(7, +, 511) USE(8, -, 1023) USE(9, ^, 2047) USE(10, |, 4095) USE(11, *, 8191) USE(12, &, 16383)

FAMILIES(FAMILY)

#define SHOW(n, op, mask)                                                                                              \
  printf("%d: %d %d %d %d %d %d\n", n, equal_##n##_a(x, 9), equal_##n##_b(x, 5), constant_##n##_a(x),                  \
         constant_##n##_b(x), similar_##n##_a(x, 40), similar_##n##_b(x, 41));

int more(void);

int main(void) {
  for (int x = 30; x < 90; x += 17) {
    FAMILIES(SHOW)
  }
#ifdef MORE
  return more();
#else
  return 0;
#endif
}
