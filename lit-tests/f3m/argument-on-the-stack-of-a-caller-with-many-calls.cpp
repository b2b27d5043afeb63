// Where one call of a function with landing pads pushes an argument, x86 tells unwinders at all of its calls how much was
// pushed, three bytes each. One such merge made a parser 4.6 kB larger, and exceptions slower.
// RUN: %clang -Oz -S -emit-llvm -DMANY %s -o %t.many.ll
// RUN: %opt -passes='f3m<speed=ignore;report=->' -disable-output %t.many.ll 2>&1 | %FileCheck --check-prefix=MANY %s
// RUN: %clang -Oz -S -emit-llvm %s -o %t.few.ll
// RUN: %opt -passes='f3m<speed=ignore;report=->' -disable-output %t.few.ll 2>&1 | %FileCheck --check-prefix=FEW %s
// RUN: %clang -Oz -S -emit-llvm -DMANY -fno-exceptions %s -o %t.none.ll
// RUN: %opt -passes='f3m<speed=ignore;report=->' -disable-output %t.none.ll 2>&1 | %FileCheck --check-prefix=FEW %s
// MANY: "merges":0
// FEW: "merges":1

long sink(long);
long other(long);

struct Guard {
  ~Guard();
};

// They differ in what they call, so that the merged one needs an identifier, the eighth argument. Two
// arguments on the stack are pushed, and one alone is not.
#define BODY(call)                                                                                                     \
  {                                                                                                                    \
    for (long i = sink(a); i < b; i += sink(i))                                                                        \
      c += sink(a * i) ^ sink(b + c) ^ sink(d - e) ^ sink(f * c);                                                      \
    c ^= call(c);                                                                                                      \
    for (long i = sink(f); i < e; i += sink(i))                                                                        \
      c += sink(a - i) ^ sink(b * c) ^ sink(d + e) ^ sink(f - c) ^ g;                                                      \
    return c;                                                                                                          \
  }

__attribute__((noinline)) static long one(long a, long b, long c, long d, long e, long f, long g) BODY(sink)
__attribute__((noinline)) static long two(long a, long b, long c, long d, long e, long f, long g) BODY(other)

#define FOUR(n) sink(n), sink(n + 1), sink(n + 2), sink(n + 3)
#define TWENTY(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12), FOUR(n + 16)

long caller(long a, long b, long c, long d, long e, long f, long g) {
  Guard guard;
#ifdef MANY
  TWENTY(100), TWENTY(200), TWENTY(300), TWENTY(400), TWENTY(500), TWENTY(600), TWENTY(700), TWENTY(800);
#endif
  return one(a, b, c, d, e, f, g) + two(g, f, e, d, c, b, a);
}
