// What `f3m<dump=FILE>` writes is merged by `fmerge dump --merge` without LLVM, as the plugin merged it: the same pairs
// in the same order, with merged functions that merge again and callers that are encoded anew. The option changes
// nothing else, and the same run writes the same bytes.
// RUN: %clang -Oz -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='f3m<families=2;dump=%t.dump;report=%t.json>' %t.bc -o %t.dumped.bc
// RUN: %opt -passes='f3m<families=2;dump=%t.again.dump>' %t.bc -o %t.again.bc
// RUN: cmp %t.dump %t.again.dump
// RUN: %opt -passes='f3m<families=2>' %t.bc -o %t.plain.bc
// RUN: cmp %t.dumped.bc %t.plain.bc
// RUN: %fmerge dump %t.dump | %FileCheck %s
// RUN: %fmerge dump --merge='f3m<families=2>' %t.dump | %FileCheck %s --check-prefix=MERGES
// RUN: %fmerge dump --merge='f3m<families=2;threads=3>' --json %t.dump > %t.played.json
// RUN: %python %S/Inputs/merges.py %t.json %t.played.json | %FileCheck %s --check-prefix=SAME
// CHECK: {{.*}}.bc: {{[0-9]+}} functions, {{[0-9]+}} instructions, {{[0-9]+}} types, {{[0-9]+}} constants, {{[0-9]+}} bytes
// CHECK-NEXT: recorded: {{[1-9][0-9]*}} merges, {{[0-9]+}} that could not be made, {{[1-9][0-9]*}} functions encoded anew
// MERGES: {{[a-z_0-9]+ and [a-z_0-9]+}}: {{[0-9]+}} bytes
// MERGES: {{[a-z_0-9]+}}.fmerge
// MERGES: {{[0-9]+}} merges, estimated gain {{[0-9]+}} bytes
// MERGES-NEXT: all as recorded
// SAME: the same {{[1-9][0-9]*}} merges

// With `force` and other options, too.
// RUN: %opt -passes='f3m<force;explore=3;dump=%t.dump;report=%t.json>' %t.bc -disable-output
// RUN: %fmerge dump --merge='f3m<force;explore=3>' --json %t.dump > %t.played.json
// RUN: %python %S/Inputs/merges.py %t.json %t.played.json | %FileCheck %s --check-prefix=SAME

// Families, too.
// RUN: %opt -passes='f3m<dump=%t.dump;report=%t.json>' %t.bc -disable-output
// RUN: %fmerge dump --merge=f3m --json %t.dump > %t.played.json
// RUN: %python %S/Inputs/merges.py %t.json %t.played.json | %FileCheck %s --check-prefix=SAME

// Without the answers of LLVM, merged functions are simulated. Where no merge was allowed when the file was written,
// `fmerge dump` simulates all of them.
// RUN: %opt -passes='f3m<limit=0;dump=%t.dump>' %t.bc -disable-output
// RUN: %fmerge dump %t.dump | %FileCheck %s --check-prefix=NONE
// RUN: %fmerge dump --merge --simulate %t.dump | %FileCheck %s --check-prefix=SIMULATED
// NONE: recorded: 0 merges, {{[1-9][0-9]*}} that could not be made
// SIMULATED: {{[1-9][0-9]*}} merges, estimated gain {{[0-9]+}} bytes
// SIMULATED-NEXT: simulated after 0 recorded answers

extern int use(int *), more(int *, int);

// Four that become one, in two steps, and are gone then.
#define SUM(name, a, b, c)                                                                                             \
  static __attribute__((noinline)) int name(int *p, int n) {                                                           \
    int all = a;                                                                                                       \
    for (int i = 0; i < n; i++) {                                                                                      \
      all += p[i] * b + use(p);                                                                                        \
      c;                                                                                                               \
      all ^= more(p, all) + 3;                                                                                         \
      all += more(p + 2, all) * use(p + 5) - more(p + 7, i);                                                           \
      p[i] ^= use(p + all) * more(p + 9, 5) + use(p + 6);                                                              \
      all -= more(p + i, 8) ^ use(p + 11) ^ more(p + all, 4);                                                          \
      p[all] = use(p + 13) + more(p + 14, all) * use(p + 15);                                                          \
    }                                                                                                                  \
    return all ^ use(p + n);                                                                                           \
  }

SUM(one, 1, 3, )
SUM(two, 2, 5, )
SUM(three, 3, 7, all += use(p + 1))
SUM(four, 4, 9, all += use(p + 1))

// Callers, whose calls are rewritten, and which are merged as well.
#define CALLER(name, k, first, second)                                                                                 \
  int name(int *p, int n) {                                                                                            \
    int a = first(p, n) + k;                                                                                           \
    for (int i = 0; i < n; i++) {                                                                                      \
      a += more(p, a) * more(p + i, a) - use(p + a) * i;                                                               \
      p[i] = more(p + a, k + 1) ^ use(p) ^ more(p + 4 * i, 77);                                                        \
    }                                                                                                                  \
    a += second(p, a);                                                                                                 \
    return more(p, a * k) + use(p + n) * more(p + 3, a) - use(p + 1);                                                  \
  }

CALLER(left, 10, one, three)
CALLER(right, 20, two, four)
CALLER(other, 30, two, three)
CALLER(last, 40, one, four)
