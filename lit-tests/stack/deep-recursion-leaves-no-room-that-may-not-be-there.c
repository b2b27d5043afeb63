// At -Oz, x86 pushes the arguments of `many`, and no frame has room for them or for the numbers that are passed: that of `first` has
// two words. The values that `second` keeps across a call may not come into it.
// RUN: %clang --target=x86_64-pc-linux-gnu -Oz -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='f3m<force;verify;report=->' -disable-output %t.ll 2>&1 | %FileCheck %s
// CHECK: "merges":0
// RUN: %clang --target=x86_64-pc-linux-gnu -Oz -S -emit-llvm -DFEW %s -o %t.ll
// RUN: %opt -passes='f3m<force;verify;report=->' -disable-output %t.ll 2>&1 | %FileCheck %s --check-prefix=MERGED
// MERGED: "merges":1
static volatile long p[64];
#define NOINLINE __attribute__((noinline))
NOINLINE long many(long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9, long a10, long a11, long a12, long a13, long a14, long a15, long a16, long a17, long a18, long a19, long a20, long a21, long a22, long a23, long a24, long a25, long a26, long a27, long a28, long a29, long a30, long a31, long a32, long a33, long a34, long a35, long a36, long a37, long a38, long a39, long a40, long a41, long a42, long a43, long a44, long a45, long a46, long a47, long a48, long a49, long a50, long a51, long a52, long a53, long a54, long a55, long a56, long a57, long a58, long a59) {
  return a0 ^ a1 ^ a2 ^ a3 ^ a4 ^ a5 ^ a6 ^ a7 ^ a8 ^ a9 ^ a10 ^ a11 ^ a12 ^ a13 ^ a14 ^ a15 ^ a16 ^ a17 ^ a18 ^ a19 ^ a20 ^ a21 ^ a22 ^ a23 ^ a24 ^ a25 ^ a26 ^ a27 ^ a28 ^ a29 ^ a30 ^ a31 ^ a32 ^ a33 ^ a34 ^ a35 ^ a36 ^ a37 ^ a38 ^ a39 ^ a40 ^ a41 ^ a42 ^ a43 ^ a44 ^ a45 ^ a46 ^ a47 ^ a48 ^ a49 ^ a50 ^ a51 ^ a52 ^ a53 ^ a54 ^ a55 ^ a56 ^ a57 ^ a58 ^ a59;
}
#define ALL p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[0], p[1], p[2], p[3]
long other(void);
#define STEPS p[59] += p[58] & 4 ? 7 : 1; p[53] ^= p[36] * 6325575; p[49] = p[48] >> 3; p[11] ^= p[49] * 5; p[56] += 3; p[40] = p[28] >> 3; \
  p[19] -= p[12] ^ 12373101; p[26] += 13657661; p[54] += 3; p[18] = p[48] >> 3; p[52] = p[31] >> 3; p[54] -= p[4] ^ 5;

NOINLINE static long first(long n) {
  p[42] -= p[26] ^ 4;
  if (n == 0)
    return p[1];
  p[2] += many(ALL);
  long r = first(n - 1);
  STEPS
  return r * 3 + p[2];
}

NOINLINE static long second(long n) {
  p[42] -= p[26] ^ 4;
  if (n == 0)
    return p[1];
  p[2] += many(ALL);
#ifndef FEW
  long a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6], h = p[7];
#endif
  long r = second(n - 1);
#ifndef FEW
  p[20] ^= a, p[21] ^= b, p[22] ^= c, p[23] ^= d, p[24] ^= e, p[25] ^= f, p[26] ^= g, p[27] ^= h;
#endif
  STEPS
  return r * 3 + p[2];
}

long run(long n) { return first(n) + second(n); }
