// Programs that throw do the same when all is merged that can be, whichever way the plugin gets in.
// RUN: %clang++ -std=c++17 -Oz %s -o %t.plain && %t.plain > %t.expected
// RUN: %FileCheck %s < %t.expected
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE='f3m<force;verify>' %clang++ -std=c++17 -Oz -fpass-plugin=%plugin %s -o %t.plugin 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=LOG
// RUN: %t.plugin > %t.plugin.out && diff %t.expected %t.plugin.out
// RUN: %clang++ -std=c++17 -Oz -flto -c %s -o %t.o
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE='f3m<force;verify>' %clang++ -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin %t.o -o %t.lto 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=LOG
// RUN: %t.lto > %t.lto.out && diff %t.expected %t.lto.out
// RUN: env FMERGE_PIPELINE='f3m<force;verify;thunks=keep>' %clang++ -std=c++17 -Oz -fpass-plugin=%plugin %s -o %t.keep
// RUN: %t.keep > %t.keep.out && diff %t.expected %t.keep.out
// LOG: fmerge: info: merged {{.*}}parse{{.*}} and {{.*}}parse
// CHECK: parseA 0: (a (b (c c) b) a) fine
// CHECK: parseB 9: {{.*}} outer std 9
#include <cstdio>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#define APART __attribute__((noinline)) static

namespace {

struct Trace {
  const char *name;
  explicit Trace(const char *n) : name(n) { std::printf("(%s ", name); }
  ~Trace() { std::printf("%s) ", name); }
};

struct Odd {
  int value = 4;
  virtual ~Odd() {}
};
struct Odder : Odd {
  std::string text;
};

} // namespace

APART int thrower(int x) {
  switch (x) {
  case 1:
    throw x;
  case 2:
    throw std::runtime_error("two");
  case 3:
    throw std::string("three");
  case 4:
    throw Odd();
  case 5: {
    Odder o;
    o.value = 5;
    o.text = "five";
    throw o;
  }
  case 6:
    throw "literal";
  case 7:
    throw std::bad_alloc();
  case 8:
    throw 2.5;
  case 9:
    throw std::out_of_range("nine");
  }
  return x + 100;
}

// Nested handlers, rethrow, cleanups, results that meet after the call.
APART int parseA(int x) {
  Trace outer("a");
  int result = x > 10 ? x : 0;
  try {
    Trace inner("b");
    try {
      std::string text = std::to_string(x) + " is a text that does not fit into the object itself";
      int got = x % 3 == 0 ? thrower(x) : thrower(x) + 1;
      result += got + int(text.size());
    } catch (int i) {
      std::printf("int %d ", i);
      result = i;
    } catch (const std::logic_error &e) {
      std::printf("logic %s ", e.what());
      throw;
    }
    Trace after("c");
    result += thrower(x == 11 ? 2 : 0);
  } catch (const std::exception &e) {
    std::printf("std %s ", e.what());
    if (x == 9)
      throw std::runtime_error("outer std " + std::to_string(x));
  } catch (const Odd &o) {
    std::printf("odd ");
    result = 7;
  } catch (...) {
    std::printf("any ");
    if (x == 8)
      throw;
  }
  return result;
}

APART int parseB(int x) {
  Trace outer("d");
  int result = x > 10 ? 2 * x : 1;
  try {
    Trace inner("e");
    try {
      std::string text = std::to_string(x) + " is another text that does not fit into the object";
      int got = x % 3 == 0 ? thrower(x) : thrower(x) + 5;
      result += got + int(text.size());
    } catch (int i) {
      std::printf("INT %d ", i);
      result = -i;
    } catch (const std::runtime_error &e) {
      std::printf("runtime %s ", e.what());
      throw;
    }
    Trace after("f");
    result -= thrower(x == 11 ? 3 : 0);
  } catch (const std::exception &e) {
    std::printf("STD %s ", e.what());
    if (x == 9)
      throw std::runtime_error("outer std " + std::to_string(x));
  } catch (const Odder &o) {
    std::printf("%s ", o.text.c_str());
    result = 8;
  } catch (...) {
    std::printf("ANY ");
    if (x == 6)
      throw;
  }
  return result;
}

// Nothing may leave these.
APART int quietA(int x) noexcept {
  try {
    Trace t("q");
    return thrower(x);
  } catch (...) {
    return -1;
  }
}

APART int quietB(int x) noexcept {
  try {
    Trace t("r");
    return thrower(x) + 1;
  } catch (...) {
    return -2;
  }
}

// Exceptions pass through, past cleanups alone.
APART int passA(int x) {
  std::vector<std::string> v(3, "some words that need memory of their own");
  std::unique_ptr<Trace> t(new Trace("u"));
  int r = thrower(x);
  v.push_back("more");
  return r + int(v.size());
}

APART int passB(int x) {
  std::vector<std::string> v(2, "other words that need memory of their own");
  std::unique_ptr<Trace> t(new Trace("v"));
  int r = thrower(x);
  v.push_back("less");
  return r - int(v.size());
}

struct Visitor {
  virtual int visit(int x) = 0;
  virtual ~Visitor() {}
};
struct Adder : Visitor {
  int visit(int x) override {
    Trace t("add");
    try {
      return passA(x) + 1;
    } catch (const std::runtime_error &e) {
      throw std::runtime_error(std::string("add: ") + e.what());
    }
  }
};
struct Multiplier : Visitor {
  int visit(int x) override {
    Trace t("mul");
    try {
      return passB(x) * 2;
    } catch (const std::runtime_error &e) {
      throw std::runtime_error(std::string("mul: ") + e.what());
    }
  }
};

template <typename F> static void attempt(const char *name, int x, F f) {
  try {
    std::printf("%s %d: ", name, x);
    int r = f(x);
    std::printf("%s %d\n", r > 0 ? "fine" : "less", r);
  } catch (const std::exception &e) {
    std::printf("%s\n", e.what());
  } catch (const Odd &) {
    std::printf("odd\n");
  } catch (const std::string &s) {
    std::printf("string %s\n", s.c_str());
  } catch (const char *s) {
    std::printf("chars %s\n", s);
  } catch (...) {
    std::printf("else\n");
  }
}

int main() {
  Adder adder;
  Multiplier multiplier;
  for (int x = 0; x < 13; ++x) {
    attempt("parseA", x, parseA);
    attempt("parseB", x, parseB);
    attempt("quietA", x, quietA);
    attempt("quietB", x, quietB);
    attempt("passA", x, passA);
    attempt("passB", x, passB);
    for (Visitor *v : {static_cast<Visitor *>(&adder), static_cast<Visitor *>(&multiplier)})
      attempt("visit", x, [=](int y) { return v->visit(y); });
  }
}
