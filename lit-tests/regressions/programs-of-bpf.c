// libbpf refuses objects that have local functions anywhere but in `.text`, and calls of anything but those.
// RUN: %clang -Oz --target=bpf -fpass-plugin=%plugin -c %s -o %t.o
// RUN: llvm-readelf -s %t.o | %FileCheck %s
// RUN: env FMERGE_PIPELINE='fmerge<force;verify>' %clang -Oz --target=bpf -fpass-plugin=%plugin -c %s -o %t.o
// RUN: llvm-readelf -s %t.o | %FileCheck %s
// CHECK-NOT: FUNC {{ *}}LOCAL
// CHECK: FUNC {{ *}}GLOBAL {{.*}} one
#define SEC(n) __attribute__((section(n), used))
struct ctx {
  unsigned data, end, a, b;
};
static void *(*lookup)(void *map, const void *key) = (void *)1;
static long (*upd)(void *map, const void *key, const void *v, unsigned long f) = (void *)2;
int map1 SEC(".maps"), map2 SEC(".maps");
#define STEP(m, k)                                                                                                     \
  {                                                                                                                    \
    unsigned key = c->a + k;                                                                                           \
    unsigned long *v = lookup(&m, &key);                                                                               \
    if (v) {                                                                                                           \
      *v += c->b * k;                                                                                                  \
      if (*v > 1000)                                                                                                   \
        *v ^= k;                                                                                                       \
    } else {                                                                                                           \
      unsigned long n = k;                                                                                             \
      upd(&m, &key, &n, 0);                                                                                            \
    }                                                                                                                  \
  }
SEC("xdp") int one(struct ctx *c) { STEP(map1, 1) STEP(map1, 2) STEP(map2, 3) STEP(map1, 4) STEP(map2, 5) return 2; }
SEC("xdp") int two(struct ctx *c) {
  STEP(map1, 1) STEP(map1, 2) STEP(map2, 3) STEP(map1, 4) STEP(map2, 5)
  if (c->b > 9)
    return 1;
  STEP(map2, 7)
  return 2;
}
