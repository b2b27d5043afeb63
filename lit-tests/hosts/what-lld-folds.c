// ld.lld tells the plugin by its own option what it folds: with `--icf=all`, equal functions whose addresses are taken
// stay, and lld makes one of them; else one calls the other. So does a response file, as drivers write for long commands.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -Oz -flto -fno-inline -c %s -o main.o
// RUN: %clang -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin -Wl,--icf=all main.o -o all
// RUN: %clang -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin -Wl,--icf=all -Wl,--icf=safe main.o -o safe
// RUN: %clang -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin main.o -o none
// RUN: echo '"--icf=all"' > response
// RUN: %clang -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin -Wl,@response main.o -o told
// RUN: ./all | %FileCheck %s && ./safe | %FileCheck %s && ./none | %FileCheck %s && ./told | %FileCheck %s
// CHECK: 3 419 21
// One body, at one address.
// RUN: llvm-nm all | grep -E ' (first|second)$' | cut -d' ' -f1 | uniq | count 1
// RUN: llvm-nm told | grep -E ' (first|second)$' | cut -d' ' -f1 | uniq | count 1
// RUN: llvm-nm safe | grep -E ' (first|second)$' | cut -d' ' -f1 | uniq | count 2
// RUN: llvm-objdump -d --disassemble-symbols=second safe | %FileCheck %s --check-prefix=THUNK
// RUN: llvm-objdump -d --disassemble-symbols=second none | %FileCheck %s --check-prefix=THUNK
// RUN: llvm-objdump -d --disassemble-symbols=second all | %FileCheck %s --check-prefix=FOLDED
// THUNK: jmp {{.*}} <first>
// FOLDED-NOT: <first>
#include <stdio.h>

#define BODY                                                                                                           \
  {                                                                                                                    \
    int sum = x;                                                                                                       \
    for (int i = 0; i < x; i++)                                                                                        \
      sum = sum * 3 ^ i;                                                                                               \
    printf("%d", sum & 63);                                                                                            \
    return sum + x;                                                                                                    \
  }
int first(int x) BODY
int second(int x) BODY

int (*volatile table[])(int) = {first, second};

int main(int count, char **arguments) {
  printf(" %d", table[0](count));
  printf(" %d\n", table[1](count + 1));
}
