// A program with exceptions, copies on the stack and virtual calls does the same when all is merged that can be.
// RUN: %clang++ -std=c++17 -O1 -fno-inline -emit-llvm -c %s -o %t.bc
// RUN: %clang++ %t.bc -o %t.plain
// RUN: %opt -passes='f3m<force;verify;explore=3>,verify' %t.bc -o %t.auto.bc
// RUN: %clang++ %t.auto.bc -o %t.auto
// RUN: %opt -passes='f3m<force;verify;thunks=keep>,verify' %t.bc -o %t.keep.bc
// RUN: %clang++ %t.keep.bc -o %t.keep
// RUN: %t.plain > %t.expected
// RUN: %FileCheck %s < %t.expected
// RUN: %t.auto > %t.auto.out
// RUN: diff %t.expected %t.auto.out
// RUN: %t.keep > %t.keep.out
// RUN: diff %t.expected %t.keep.out
// CHECK: one
// CHECK: 20
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

struct Resource {
  int id;
  explicit Resource(int i) : id(i) { std::printf("+%d ", id); }
  ~Resource() { std::printf("-%d ", id); }
};

static int first(int x) {
  Resource a(1);
  try {
    Resource b(2);
    if (x == 1)
      throw std::runtime_error("one");
    if (x == 2)
      throw 7;
    if (x == 5)
      throw std::string("s");
    std::printf("ok%d ", x);
  } catch (const std::runtime_error &e) {
    std::printf("%s ", e.what());
    return 10;
  } catch (int i) {
    std::printf("int%d ", i);
    return i;
  }
  return x;
}

static int second(int x) {
  Resource a(3);
  try {
    Resource b(4);
    if (x == 2)
      throw std::runtime_error("two");
    if (x == 1)
      throw 9;
    if (x == 6)
      throw std::string("t");
    std::printf("OK%d ", x);
  } catch (const std::runtime_error &e) {
    std::printf("%s! ", e.what());
    return 20;
  } catch (int i) {
    std::printf("INT%d ", i);
    return i + 1;
  }
  return x * 2;
}

struct Big {
  long a[6];
};

static Big sums(long x) {
  Big b;
  for (int i = 0; i < 6; ++i)
    b.a[i] = x + i;
  return b;
}

static Big products(long x) {
  Big b;
  for (int i = 0; i < 6; ++i)
    b.a[i] = x * i;
  return b;
}

static long up(Big b, int i) {
  b.a[0]++;
  return b.a[i] + b.a[0];
}

static long down(Big b, int i) {
  b.a[0]--;
  return b.a[i] - b.a[0];
}

static std::string join(const std::vector<std::string> &all) {
  std::string out;
  for (const auto &one : all) {
    if (one == "bad")
      throw std::invalid_argument(one);
    out += one + ",";
  }
  return out;
}

static std::string wrap(const std::vector<std::string> &all) {
  std::string out("<");
  for (const auto &one : all) {
    if (one == "worse")
      throw std::out_of_range(one);
    out += one + ";";
  }
  return out + ">";
}

template <typename F> static void attempt(F f) {
  try {
    f();
  } catch (std::string &s) {
    std::printf("string %s\n", s.c_str());
  } catch (std::exception &e) {
    std::printf("exception %s\n", e.what());
  }
}

int main() {
  for (int i = 0; i < 7; ++i) {
    attempt([&] { std::printf("[%d]\n", first(i)); });
    attempt([&] { std::printf("[%d]\n", second(i)); });
  }
  for (std::vector<std::string> v : {std::vector<std::string>{"a", "b"}, {"bad"}, {"worse", "x"}}) {
    attempt([&] { std::puts(join(v).c_str()); });
    attempt([&] { std::puts(wrap(v).c_str()); });
  }
  Big x = sums(3), y = products(4);
  std::printf("%ld %ld %ld %ld\n", x.a[5], y.a[5], up(x, 2), down(y, 3));
}
