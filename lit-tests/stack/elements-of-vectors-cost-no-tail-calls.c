// Code generation reads an element of a 32-byte vector by a variable index from a slot that is aligned to 32 bytes, and then no
// tail call is a jump: `jumps` called itself 3,000,000 times and ran out of stack.
// RUN: %clang -Oz -mavx2 -S -fpass-plugin=%plugin %s -o - | %FileCheck %s
// RUN: %clang -O2 -mavx2 -S -fpass-plugin=%plugin %s -o - | %FileCheck %s
// RUN: %clang -Oz -mavx2 -S -DCONSTANT -fpass-plugin=%plugin %s -o - | %FileCheck %s --check-prefix=ALIKE
// CHECK-LABEL: jumps:
// CHECK: jmpq *
// CHECK: {{^}}reads:
// ALIKE: {{jumps|reads}}.fmerge:
// ALIKE: jmpq *
typedef int Vector __attribute__((vector_size(32)));
typedef int function(int, int, Vector *);
#ifdef CONSTANT
#define PLACE 3
#else
#define PLACE s & 7
#endif
static function *volatile table[2];
static volatile int left;
int work(int, int, int);

#define FIRST s = work(s, a, 1); s = work(s, b, 2); if (s & 8) s = work(s, a, 3); else s = work(b, s, 4); s = work(s, a, 5); if (s & 16) s ^= work(s, b, 6);
#define SECOND s = work(s, a, 11); s = work(s, b, 12); if (s & 8) s = work(s, a, 13); else s = work(b, s, 14); \
  if (s & 16) s ^= work(s, b, 16); s = work(s, b, 17); s = work(s, b, 18); \
  s = work(s, a, 21); s = work(s, b, 22); if (s & 8) s = work(s, a, 23); else s = work(b, s, 24); s = work(s, a, 25); if (s & 32) s ^= work(s, b, 26);

__attribute__((noinline)) static int jumps(int a, int b, Vector *p) {
  int s = a;
  FIRST SECOND
  if (!left) return s;
  left--;
  return table[0](s, b, p);
}

__attribute__((noinline)) static int reads(int a, int b, Vector *p) {
  int s = a;
  FIRST
  { Vector v = p[0] * p[1]; v = v ^ (v << 3); v[0] = s; s += v[PLACE]; }
  SECOND
  if (left < 2) return s;
  left--;
  return table[1](s, b, p);
}

int all(Vector *v) {
  table[0] = jumps, table[1] = reads;
  return jumps(1, 2, v) + reads(1, 2, v);
}
