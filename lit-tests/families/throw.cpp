// Three and two functions that throw and catch become one, each aligned with the first: invokes, landing pads of one and of
// several types, clean-ups, results of invokes. With and without debug information the program does what it did.
// RUN: split-file %s %t
// RUN: %clang++ -std=c++17 -O1 %t/main.cpp -o %t.plain && %t.plain > %t.expected
// RUN: %FileCheck %s < %t.expected
// RUN: %clang++ -std=c++17 -O1 -c -emit-llvm %t/main.cpp -o %t.bc
// RUN: env FMERGE_LOG=info %opt -passes='f3m<by-hand=%t/families.json;verify>,verify' %t.bc -o %t.merged.bc 2>&1 | %FileCheck %s --check-prefix=LOG
// RUN: %clang++ %t.merged.bc -o %t.merged && %t.merged > %t.out && diff %t.expected %t.out
// RUN: %clang++ -std=c++17 -O1 -g -c -emit-llvm %t/main.cpp -o %t.g.bc
// RUN: env FMERGE_LOG=info %opt -passes='f3m<by-hand=%t/families.json;verify>,verify' %t.g.bc -o %t.g.merged.bc 2>&1 | %FileCheck %s --check-prefix=LOG
// RUN: %clang++ -g %t.g.merged.bc -o %t.g.merged && %t.g.merged > %t.g.out && diff %t.expected %t.g.out
// LOG-DAG: merged parse_int and parse_text and parse_odd,
// LOG-DAG: merged clean_one and clean_two,
// CHECK: int 0 101 202 -1

//--- families.json
[{"members": ["parse_int", "parse_text", "parse_odd"]},
 {"members": ["clean_one", "clean_two"]}]

//--- main.cpp
#include <cstdio>
#include <stdexcept>
#include <string>

#define APART extern "C" __attribute__((noinline))

static int log_count;

struct Trace {
  int number;
  explicit Trace(int n) : number(n) {}
  __attribute__((noinline)) ~Trace() { log_count = log_count * 31 + number; }
};

APART int thrower(int x) {
  switch (x) {
  case 1:
    throw 101;
  case 2:
    throw std::string("text");
  case 3:
    throw std::runtime_error("error");
  case 4:
    throw 4L;
  default:
    return x;
  }
}

APART int parse_int(int x) {
  Trace trace(1);
  int result = 0;
  try {
    result = thrower(x);
    result += thrower(x + 4);
  } catch (int caught) {
    result = caught;
  } catch (const std::string &caught) {
    result = 198 + int(caught.size());
  }
  return result * 2;
}

APART int parse_text(int x, const char *name) {
  Trace trace(2);
  int result = 7;
  try {
    result = thrower(x);
    result += thrower(x + 5) * 3;
  } catch (const std::string &caught) {
    result = 300 + int(caught.size()) + name[0];
  }
  return result * 2;
}

APART int parse_odd(long y, int x) {
  Trace trace(3);
  int result = 9;
  try {
    result = thrower(x);
    for (int i = 0; i < 3; ++i)
      result += thrower(x + 4 + i) * i;
  } catch (int caught) {
    result = caught + int(y);
  } catch (...) {
    result = 5;
  }
  return result * 2;
}

APART void clean_one(int x) {
  Trace a(11);
  Trace b(12);
  log_count += thrower(x);
}
APART void clean_two(int x) {
  Trace a(13);
  log_count += thrower(x) * 2;
}
APART int clean_three(int x, int y) {
  Trace a(14);
  Trace b(15);
  log_count += thrower(x + y);
  return y;
}
APART int clean_four(int x, int y) {
  Trace a(16);
  int result = thrower(x);
  Trace b(17);
  log_count += thrower(y);
  return result;
}

template <class F> int guarded(F f) {
  try {
    return f();
  } catch (int) {
    return -1;
  } catch (const std::exception &) {
    return -2;
  } catch (...) {
    return -3;
  }
}

int main() {
  std::printf("int %d %d %d %d\n", guarded([] { return 0; }), guarded([] { return thrower(101); }),
              guarded([] { return parse_int(1); }), guarded([] { return thrower(1); }));
  for (int x = 0; x < 6; ++x) {
    std::printf("%d: %d %d %d ", x, guarded([=] { return parse_int(x); }), guarded([=] { return parse_text(x, "n"); }),
                guarded([=] { return parse_odd(40, x); }));
    std::printf("%d %d %d %d log %d\n", guarded([=] { return clean_one(x), 1; }), guarded([=] { return clean_two(x), 2; }),
                guarded([=] { return clean_three(x, 0); }), guarded([=] { return clean_four(5, x); }), log_count);
  }
}
