// Exceptions, and backtraces of what calls lead to, are as they were where thunks have no unwind entries: each function
// prints how deep the stack is by `_Unwind_Backtrace`, and some throw from below others that throw nothing.
// RUN: %clang++ -Oz -fomit-frame-pointer %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %clang++ -Oz -fomit-frame-pointer -S -emit-llvm %s -o %t.ll
// RUN: %opt -S -passes='fmerge<force;thunks=keep;thunk-entries=drop;verify;skip=main|depth|report|count>' %t.ll -o %t.merged.ll
// RUN: %FileCheck %s < %t.merged.ll
// RUN: %clang++ -Oz -fomit-frame-pointer -Xclang -disable-llvm-passes %t.merged.ll -o %t
// RUN: %t | diff %t.expected -
// CHECK: define {{.*}}@_Z3onei({{.*}}#[[BARE:[0-9]+]] {
// CHECK-NEXT: tail call {{.*}} #[[SITE:[0-9]+]]
// CHECK: attributes #[[BARE]] = { {{[^}]*}}nounwind
// CHECK-NOT: uwtable
// CHECK: attributes
#include <cstdio>
#include <unwind.h>

static _Unwind_Reason_Code count(_Unwind_Context *, void *depth) {
  ++*static_cast<int *>(depth);
  return _URC_NO_REASON;
}

__attribute__((noinline)) int depth() noexcept {
  int found = 0;
  _Unwind_Backtrace(count, &found);
  return found;
}

__attribute__((noinline)) void report(const char *who, int x) noexcept {
  std::printf("%s %d %d\n", who, x, depth());
}

// These throw nothing, so their thunks go without entries.
int one(int x) noexcept {
  report("one", x * 3);
  report("more", x + 1);
  return x * 5 + 1;
}

int two(int x) noexcept {
  report("two", x * 3);
  report("more", x - 1);
  return x * 5 - 1;
}

// These throw.
int three(int x) {
  report("three", x * 7);
  if (x > 2)
    throw x;
  return x * 9 + 2;
}

int four(int x) {
  report("four", x * 7);
  if (x > 2)
    throw x + 1;
  return x * 9 - 2;
}

// These catch what comes from below, and so throw nothing.
int five(int x) noexcept {
  try {
    return three(x) + 1;
  } catch (int caught) {
    report("five", caught);
    return 5;
  }
}

int six(int x) noexcept {
  try {
    return four(x) + 2;
  } catch (int caught) {
    report("six", caught);
    return 6;
  }
}

int (*volatile const table[])(int) = {one, two, three, four, five, six};

int main() {
  int sum = 0;
  for (int x = 1; x < 5; ++x)
    for (auto *each : table) {
      try {
        sum += each(x);
      } catch (int caught) {
        report("main", caught);
      }
    }
  std::printf("%d\n", sum);
}
