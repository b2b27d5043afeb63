// lldb stops at a function that was merged away too, and says which one runs in shared code.
// REQUIRES: lldb-22
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: env FMERGE_PIPELINE='fmerge<force;linkonce=skip>' %clang -Oz -g -fpass-plugin=%plugin program.c -o program
// RUN: lldb-22 --no-lldbinit --batch -o 'breakpoint set -n similar_b' -o run -o bt -o 'breakpoint disable 1' \
// RUN:   -o 'breakpoint set -n in_both' -o continue -o bt program > out
// RUN: %FileCheck program.c --input-file=out

#--- program.c
volatile int sink;
#define NOINLINE __attribute__((noinline))
NOINLINE int in_both(int x, int *p) { sink += x; return *p + sink; }
NOINLINE int only_a(int x) { sink -= x; return sink * 3; }
NOINLINE int only_b(int x, int y) { sink ^= x; return sink * 5 + y; }
static NOINLINE int similar_a(int *p, int n) { int x = in_both(n, p); for (int i = 0; i < n; ++i) { x += only_a(x) + in_both(i, &x) * 7; } return in_both(x, p) * 3; }
static NOINLINE int similar_b(int *p, int n) { int x = in_both(n, p); for (int i = 0; i < n; ++i) { x += only_b(x, i) + in_both(i, &x) * 7; } return in_both(x, p) * 3; }
int main(void) {
  int p[] = {1, 2, 3, 4};
  int sum = similar_a(p, 1);
  return similar_b(p, 1) + sum == 0;
}
// CHECK: stop reason = breakpoint 1
// CHECK: frame #0: {{.*}}similar_b
// CHECK: frame #1: {{.*}}main
// CHECK: stop reason = breakpoint 2
// CHECK: frame #0: {{.*}}in_both
// CHECK: frame #1: {{.*}}similar_a / similar_b(original=similar_b)
// CHECK: frame #2: {{.*}}similar_b
// CHECK: frame #3: {{.*}}main
