// On x86, a number that comes of an unsigned one is spilled with all of the vector register that holds it. So twenty of them
// take 320 bytes of a frame, and not 160: too many for a function that calls itself by way of a pointer, and keeps a vector of
// 128 bytes.
// RUN: %clang --target=x86_64-linux-gnu -Oz -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='f3m<force;verify;report=-;only=one|two>' -disable-output %t.ll 2>&1 | %FileCheck --check-prefix=REFUSED %s
// REFUSED: "merges":0
// REFUSED: "frame-grows":

// On AArch64, a number is spilled alone.
// RUN: %clang --target=aarch64-linux-gnu -Oz -S -emit-llvm %s -o %t.aarch64.ll
// RUN: %opt -passes='f3m<force;verify;report=-;only=one|two>' -disable-output %t.aarch64.ll 2>&1 | %FileCheck --check-prefix=MERGED %s
// MERGED: "merges":1
typedef unsigned long word;
typedef unsigned vector __attribute__((vector_size(128)));
extern volatile word p[99];
extern vector v;
word deepest(void);

extern word (*volatile table[2])(word);
#define again(n) table[(n)&1](n)
__attribute__((noinline)) static void call(void) { p[0]++; }

#define STEPS(a, b, c)                                                                                                 \
  p[1] ^= p[2] * a;                                                                                                    \
  p[3] += p[4] * b;                                                                                                    \
  p[5] -= p[6] ^ c;                                                                                                    \
  p[7] = p[8] >> 3;                                                                                                    \
  p[9] ^= p[10] * a;                                                                                                   \
  p[11] += p[12] * b;                                                                                                  \
  p[13] -= p[14] ^ c;                                                                                                  \
  p[15] = p[16] >> 5;                                                                                                  \
  if (n == 0)                                                                                                          \
    return deepest();

#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15) DO(16) DO(17) DO(18) DO(19)
#define MAKE(N) double k##N = p[N];
#define USE(N) p[20 + N] ^= (word)(k##N + N);

__attribute__((noinline)) word one(word n) {
  STEPS(100003, 200017, 300023)
  vector kept = v;
  word r = again(n - 1);
  v ^= kept;
  return r * 3 + p[2];
}

__attribute__((noinline)) word two(word n) {
  STEPS(100019, 200029, 300031)
  EACH(MAKE)
  call();
  EACH(USE)
  word r = again(n - 1);
  return r * 3 + p[2];
}
