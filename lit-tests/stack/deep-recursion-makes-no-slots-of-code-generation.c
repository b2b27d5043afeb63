// Code generation makes slots that no alloca shows: for an element of a vector by a variable index, for shifts of wide integers,
// for divisions and conversions of vectors. A function with such instructions is asked of code generation where calls may lead back
// to it: `deep`, which has none of them, took up to 22 times its stack, directly or through a pointer.
// RUN: %clang -Oz -DDIRECT %s -o %t.DIRECT && %t.DIRECT > %t.DIRECT.expected
// RUN: %clang -Oz -DPOINTER %s -o %t.POINTER && %t.POINTER > %t.POINTER.expected
// RUN: %clang -Oz -DDIRECT -DHIDDEN=ELEMENT -fpass-plugin=%plugin %s -o %t && %t | diff %t.DIRECT.expected -
// RUN: %clang -Oz -DDIRECT -DHIDDEN=INSERT -fpass-plugin=%plugin %s -o %t && %t | diff %t.DIRECT.expected -
// RUN: %clang -Oz -DDIRECT -DHIDDEN=SHIFT -fpass-plugin=%plugin %s -o %t && %t | diff %t.DIRECT.expected -
// RUN: %clang -Oz -DDIRECT -DHIDDEN=DIVIDE -fpass-plugin=%plugin %s -o %t && %t | diff %t.DIRECT.expected -
// RUN: %clang -Oz -DDIRECT -DHIDDEN=CONVERT -fpass-plugin=%plugin %s -o %t && %t | diff %t.DIRECT.expected -
// RUN: %clang -Oz -DPOINTER -DHIDDEN=ELEMENT -fpass-plugin=%plugin %s -o %t && %t | diff %t.POINTER.expected -
// RUN: %clang -Oz -DPOINTER -DHIDDEN=INSERT -fpass-plugin=%plugin %s -o %t && %t | diff %t.POINTER.expected -
// RUN: %clang -Oz -DPOINTER -DHIDDEN=SHIFT -fpass-plugin=%plugin %s -o %t && %t | diff %t.POINTER.expected -
// RUN: %clang -Oz -DPOINTER -DHIDDEN=DIVIDE -fpass-plugin=%plugin %s -o %t && %t | diff %t.POINTER.expected -
// RUN: %clang -Oz -DPOINTER -DHIDDEN=CONVERT -fpass-plugin=%plugin %s -o %t && %t | diff %t.POINTER.expected -
// RUN: %clang -O2 -DDIRECT -DHIDDEN=ELEMENT -fpass-plugin=%plugin %s -o %t && %t | diff %t.DIRECT.expected -
// RUN: %clang -O2 -DDIRECT -DHIDDEN=SHIFT -fpass-plugin=%plugin %s -o %t && %t | diff %t.DIRECT.expected -
// They are merged where nothing is hidden.
// RUN: %clang -Oz -DPOINTER -fpass-plugin=%plugin %s -c -o %t.o
// RUN: nm %t.o | %FileCheck %s
// CHECK: {{(deep|flat)\.(fmerge|gfm)}}
#include <stdio.h>

static char *lowest;
__attribute__((noinline)) void probe(void) {
  char *here = __builtin_frame_address(0);
  if (!lowest || here < lowest)
    lowest = here;
}
__attribute__((noinline)) int work(int a, int b, int c) { return a * 31 + (b ^ c); }

typedef int Vector __attribute__((vector_size(128)));
typedef float Floats __attribute__((vector_size(128)));
static volatile Vector vector[2];
static volatile unsigned _BitInt(512) wide;

#define ELEMENT(k) { Vector v = vector[0]; v[k] = s; s += v[s & 31]; s = work(s, b, k); }
#define INSERT(k) { Vector v = vector[0]; v[s & 31] = k; vector[1] = v; s = work(s, b, k); }
#define SHIFT(k) { wide = wide << (s & 511); s = work(s, b, k); }
#define DIVIDE(k) { vector[1] = vector[0] / (vector[1] | 1); s = work(s, b, k); }
#define CONVERT(k) { Floats f = __builtin_convertvector(vector[0], Floats); vector[1] = __builtin_convertvector(f * f, Vector); s = work(s, b, k); }
#define NOTHING(k)
#ifndef HIDDEN
#define HIDDEN NOTHING
#endif

typedef int function(int, int, int);
static function *volatile table[2];
#ifdef DIRECT
#define CALL(self, number) self
#else
#define CALL(self, number) table[number]
#endif

#define FIRST s = work(s, a, 1); s = work(s, b, 2); if (s & 8) s = work(s, a, 3); else s = work(b, s, 4); \
  for (int i = 0; i < (a & 3); i++) s = work(s, i, 5); if (s & 16) s ^= work(s, b, 6);
#define SECOND s = work(s, a, 11); s = work(s, b, 12); if (s & 8) s = work(s, a, 13); else s = work(b, s, 14); \
  for (int i = 0; i < (b & 3); i++) s = work(s, i, 15); if (s & 16) s ^= work(s, b, 16); s = work(s, b, 17); s = work(s, b, 18); \
  s = work(s, a, 21); s = work(s, b, 22); if (s & 8) s = work(s, a, 23); else s = work(b, s, 24); s = work(s, a, 25);

__attribute__((noinline)) static int deep(int n, int a, int b) {
  int s = a + n;
  probe();
  FIRST
  if (n > 0) s ^= CALL(deep, 0)(n - 1, s, a);
  SECOND
  return s;
}

__attribute__((noinline)) static int flat(int n, int a, int b) {
  int s = a + n;
  probe();
  FIRST
  HIDDEN(0) HIDDEN(1) HIDDEN(2) HIDDEN(3) HIDDEN(4) HIDDEN(5)
  if (n > 0) s ^= CALL(flat, 1)(n - 1, s, a);
  SECOND
  return s;
}

int main(void) {
  table[0] = deep, table[1] = flat;
  int first = deep(1000, 3, 7);
  char *here = __builtin_frame_address(0);
  // It takes 48 to 64 bytes a level, and may take twice that.
  printf("%d %s\n", first, (here - lowest) / 1000 <= 136 ? "few bytes" : "many bytes");
  lowest = 0;
  return flat(3, 4, 7) == 1;
}
