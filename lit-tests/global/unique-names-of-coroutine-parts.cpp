// The parts of a coroutine have its name and a suffix behind what makes the name unique, where names were cut: a frame
// got its resuming part for its destroying part.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s coroutines.cpp
// RUN: %python %root/lit-tests/global/Inputs/rounds.py %clang %plugin %fmerge %lld --flags='-O2 -std=c++20 -funique-internal-linkage-names' coroutines.cpp \
// RUN:   | %FileCheck %s
// CHECK: prices none, fold comdat: 2 made
// CHECK: one 1
// CHECK-NEXT: two 5
// CHECK-NEXT: ~one
// CHECK-NEXT: ~two
#include <coroutine>
#include <cstdio>
struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
struct Told {
  const char *name;
  ~Told() { std::printf("~%s\n", name); }
};
__attribute__((noinline)) static Task one(int a, int b) {
  Told told{"one"};
  std::printf("one %d\n", a);
  co_await std::suspend_always{};
  std::printf("one %d\n", b);
}
__attribute__((noinline)) static Task two(int a, int b) {
  Told told{"two"};
  std::printf("two %d\n", b * a);
  co_await std::suspend_always{};
  std::printf("two %d\n", b + a);
}
int main(int argc, char **) {
  Task x = one(argc, 2), y = two(argc, 5);
  x.handle.resume();
  y.handle.resume();
  x.handle.destroy();
  y.handle.destroy();
}
