// What others than bitcode refer to, and what `used` names, is there after LTO; whether the link keeps it, lld says afterwards. So
// dead() has gone from these programs, and nothing defines what it calls. One body for it and for live() would call that.
//
// DEFINE: %{lto} = -flto
// DEFINE: %{what} = -DOTHERS
// DEFINE: %{compile} = %clang -Oz %{lto} -c %s -o %t.o %{what}
// DEFINE: %{link} = %clang -Oz %{lto} -fuse-ld=lld -Wl,--gc-sections -Wl,--load-pass-plugin=%plugin %t.o %t.other.o -o %t
// RUN: %clang -Oz -ffunction-sections -DOTHER -c %s -o %t.other.o
// RUN: %{compile} && %{link} && %t
// REDEFINE: %{what} = -DUSED
// RUN: %{compile} && %{link} && %t
// REDEFINE: %{lto} = -flto=thin
// RUN: %{compile} && %{link} && %t
// REDEFINE: %{what} = -DOTHERS
// RUN: %{compile} && %{link} && %t
//
// They would be merged if nothing was dropped.
// REDEFINE: %{lto} = -flto
// RUN: %{compile} && env FMERGE_PIPELINE='fmerge<gc-sections=no>' not %{link} 2>&1 | %FileCheck %s
// CHECK: undefined symbol: missing

#ifdef OTHER
long dead(long, volatile long *);
long also_dead(long n, volatile long *p) { return dead(n, p); }
#else
void missing(void);
#define S(i) p[i] ^= p[i + 1] * 3; p[i + 2] += i * n;
#define BODY S(0) S(3) S(5) S(7) S(9) S(11) S(13) S(15) S(17) S(19) S(21) S(23) S(25) S(27) S(29) S(31) S(33) S(35) S(37) S(39)
#ifdef USED
__attribute__((used))
#endif
__attribute__((noinline)) long dead(long n, volatile long *p) {
  BODY
  if (n & 1)
    missing();
  return p[14];
}
__attribute__((noinline)) long live(long n, volatile long *p) {
  BODY
  if (n & 1)
    p[50]++;
  return p[14];
}
static volatile long cells[64];
static long (*volatile called)(long, volatile long *) = live;
int main(int argc, char **argv) { return live(argc, cells) != called(argc, cells + 1) && argc > 9; }
#endif
