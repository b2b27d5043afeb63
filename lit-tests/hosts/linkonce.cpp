// In a compile without LTO, functions that other objects may define too are left to the linker, which
// keeps one copy of them only while all are equal. A link step sees them all, and merges.
//
// RUN: %clang -Oz -c %s -fpass-plugin=%plugin -o %t.o -Rpass-missed=f3m 2>&1 | %FileCheck %s
// RUN: %clang -Oz -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='f3m<others=skip;speed=ignore;report=->' %t.ll -o /dev/null 2>&1 | %FileCheck %s --check-prefix=LINK

// CHECK: Other objects may hold copies of the function
// LINK-NOT: "linkonce"
// LINK: "merges":1

volatile int sink;

template <int N> __attribute__((noinline)) inline void copied(int a, int b) {
  for (int i = 0; i < a; i++) {
    sink = b * i + N;
    sink = b - i;
    sink = (b ^ i) + a;
    sink = b / (i + 1);
    sink = b % (i + 3);
    sink = (a << 3) ^ i;
  }
}

void use(int a) {
  copied<11>(a, a);
  copied<12>(a, a);
}
