// clang adds the coverage of edges, which fuzzers read, at the end of the optimiser. It must see functions before they are
// merged: else the edges of `second` are those of `first`, or of a body that is no function of the program.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %clang -O1 -c runtime.c -o runtime.o
// RUN: %clang -Oz -fsanitize-coverage=inline-8bit-counters,pc-table -fpass-plugin=%plugin program.c runtime.o -o program && ./program | %FileCheck program.c
// RUN: env FMERGE_PIPELINE='fmerge<force>' %clang -Oz -fsanitize-coverage=inline-8bit-counters,pc-table -fpass-plugin=%plugin program.c runtime.o -o program && ./program | %FileCheck program.c
// RUN: %clang -Oz -fsanitize=thread -fpass-plugin=%plugin -Xclang -fdebug-pass-manager -c program.c -o program.o 2>&1 | %FileCheck program.c --check-prefix=ORDER
#--- program.c
// CHECK: first: no
// CHECK: second: yes
// ORDER: Running pass: ThreadSanitizerPass
// ORDER: Running pass: FMerge
#include <stdio.h>
#define LIKE(name)                                                                                                     \
  __attribute__((noinline)) int name(int x, int y) {                                                                   \
    int s = 0;                                                                                                         \
    for (int i = 0; i < x; i++) {                                                                                      \
      s += i * y;                                                                                                      \
      if (s > 20)                                                                                                      \
        s -= 7;                                                                                                        \
      else                                                                                                             \
        s ^= y;                                                                                                        \
    }                                                                                                                  \
    printf("%d\n", s);                                                                                                 \
    return s;                                                                                                          \
  }
LIKE(first)
LIKE(second)
int main(int count, char **arguments) {
  if (count > 5)
    first(3, 2);
  return second(3, 3) == 0;
}

#--- runtime.c
#include <stdint.h>
#include <stdio.h>
int first(int, int), second(int, int);
static char *counters, *counters_end;
static const uintptr_t *places;
void __sanitizer_cov_8bit_counters_init(char *start, char *end) { counters = start, counters_end = end; }
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *end) { places = start, (void)end; }
static int entered(uintptr_t function) {
  for (long i = 0; i < counters_end - counters; i++)
    if (places[2 * i] == function)
      return counters[i] != 0;
  return -1;
}
__attribute__((destructor)) static void tell(void) {
  const char *words[] = {"unknown", "no", "yes"};
  printf("first: %s\nsecond: %s\n", words[entered((uintptr_t)first) + 1], words[entered((uintptr_t)second) + 1]);
}
