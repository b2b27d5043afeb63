// In each back end of ThinLTO, equal functions are merged before anything is inlined, and so are functions that differ in
// constants. What was imported to be inlined stays as it is. Similar functions are merged at the end alone.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %clang -Oz -flto=thin -c a.c && %clang -Oz -flto=thin -c b.c
// RUN: %clang -flto=thin --ld-path=%lld a.o b.o -o plain && ./plain > expected
// RUN: env FMERGE_LOG=info %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin -Wl,--thinlto-jobs=1 a.o b.o -o program > log 2>&1
// RUN: ./program | diff expected -
// RUN: %FileCheck %s --implicit-check-not=imported < log
// CHECK:     fmerge: info: identical on {{.*}}a.o
// CHECK:     fmerge: info: merged 2 equal functions, {{.*}}: once, again
// CHECK:     fmerge: info: gfm on {{.*}}a.o
// CHECK:     fmerge: info: fmerge on {{.*}}a.o
// CHECK-NOT: fmerge: info: f3m on

// Nothing runs early if that is said, or if it is said what runs at the end.
// RUN: env FMERGE_LOG=info FMERGE_EARLY_PIPELINE=none %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin a.o b.o -o late 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=LATE
// RUN: ./late | diff expected -
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE=fmerge %clang -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin a.o b.o -o late 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=LATE
// LATE-NOT: identical on
// LATE:     fmerge on {{.*}}a.o

// The pre-link compile is left alone: its module is still to be summarised and imported from.
// RUN: env FMERGE_LOG=info %clang -Oz -flto=thin -fpass-plugin=%plugin -c a.c -o prelink.o 2>&1 | count 0

// All of it merged by force.
// RUN: env FMERGE_EARLY_PIPELINE='identical<force;verify>,gfm<force;verify>' FMERGE_LOG=info %clang -flto=thin --ld-path=%lld \
// RUN:   -Wl,--load-pass-plugin=%plugin a.o b.o -o forced 2>&1 | %FileCheck %s --check-prefix=FORCED
// RUN: ./forced | diff expected -
// FORCED: merged

//--- a.c
#include <stdio.h>
int imported(int x), another(int x);
static int once(int x) {
  for (int i = 0; i < 9; i++)
    x = x * 31 + (x >> 3) + putchar('a' + i);
  return x ^ 5;
}
static int again(int x) {
  for (int i = 0; i < 9; i++)
    x = x * 31 + (x >> 3) + putchar('a' + i);
  return x ^ 5;
}
int main(int argc, char **argv) {
  int sum = once(argc) + again(argc + 1) + once(7) + again(8);
  printf("%d %d %d\n", sum, imported(sum), another(sum));
  return 0;
}

//--- b.c
int imported(int x) { return x * 3 + 1; }
int another(int x) { return x * 3 + 1; }
