// A table that shares a section with other constants is kept with them. So where a linker drops functions alone
// (`-ffunction-sections`, and no `-fdata-sections`), tables hold no addresses: those of functions that are dropped would be needed.
// RUN: %clang -Oz -ffunction-sections -fno-pie -no-pie -Wl,--gc-sections %s -o %t.plain
// RUN: %clang -Oz -ffunction-sections -fno-pie -no-pie -Wl,--gc-sections -fpass-plugin=%plugin %s -o %t
// RUN: %t.plain > %t.expected
// RUN: %t | diff %t.expected -

// Where each constant has its own section, they do.
// RUN: %clang -Oz -fno-pie -ffunction-sections -fdata-sections -fpass-plugin=%plugin -S -emit-llvm %s -o - | %FileCheck %s
// CHECK: @fmerge.table = {{.*}}ptrtoint
// RUN: %clang -Oz -fno-pie -ffunction-sections -fpass-plugin=%plugin -S -emit-llvm %s -o - | %FileCheck --check-prefix=NUMBERS %s
// NUMBERS-NOT: @fmerge.table{{.*}}ptrtoint
#include <stdio.h>

static volatile long cell[64];
#define STEP(k) cell[k] = cell[k] * 5 ^ cell[k + 1], cell[k + 2] += k;
#define SHARED STEP(0) STEP(4) STEP(8) STEP(12) STEP(16) STEP(20) STEP(24) STEP(28) STEP(32) STEP(36) STEP(40)

#define HIDDEN __attribute__((visibility("hidden")))
#define NOWHERE(name)                                                                                                  \
  extern HIDDEN long one_##name(long), two_##name(long), three_##name(long), four_##name(long), five_##name(long);     \
  __attribute__((cold)) long name(long n) {                                                                            \
    SHARED                                                                                                             \
    cell[1] = one_##name(n);                                                                                           \
    STEP(1) cell[2] = two_##name(n);                                                                                   \
    STEP(2) cell[3] = three_##name(n);                                                                                 \
    STEP(3) cell[4] = four_##name(n);                                                                                  \
    STEP(5) cell[5] = five_##name(n);                                                                                  \
    cell[1] = one_##name(n);                                                                                           \
    STEP(6) cell[2] = two_##name(n);                                                                                   \
    STEP(7) cell[3] = three_##name(n);                                                                                 \
    return cell[1];                                                                                                    \
  }
NOWHERE(a)
NOWHERE(b)
NOWHERE(c)
NOWHERE(d)
NOWHERE(e)
NOWHERE(f)

int main(int count, char **arguments) {
  static const char names[][4] = {"abc", "def", "ghi"};
  printf("%s\n", names[count % 3]);
}
