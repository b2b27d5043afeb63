// Functions with landing pads: lld and gold do not fold these, so they share a body by name, and after linking
// there is one, with any linker. Exceptions go where they did.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: env FMERGE_PIPELINE=gfm-analyze %clang++ -Oz -fpass-plugin=%plugin -c a.cpp -o a.1.o
// RUN: env FMERGE_PIPELINE=gfm-analyze %clang++ -Oz -fpass-plugin=%plugin -c b.cpp -o b.1.o
// RUN: %clang++ -Oz -c main.cpp -o main.o
// RUN: %fmerge combine a.1.o b.1.o -o summary
// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=summary;fold=comdat;verify>' %clang++ -Oz -fpass-plugin=%plugin -c a.cpp -o a.2.o
// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=summary;fold=comdat;verify>' %clang++ -Oz -fpass-plugin=%plugin -c b.cpp -o b.2.o
// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=summary;verify>' %clang++ -Oz -fpass-plugin=%plugin -c a.cpp -o a.3.o
// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=summary;verify>' %clang++ -Oz -fpass-plugin=%plugin -c b.cpp -o b.3.o
// RUN: %clang++ --ld-path=%lld main.o a.1.o b.1.o -o plain && ./plain > expected
// RUN: %FileCheck %s < expected
// CHECK: a 0: {{.*}}text 0
// CHECK: a 1: {{.*}}number 1
// CHECK: b 2: {{.*}}deep 2
// RUN: %clang++ --ld-path=%lld main.o a.2.o b.2.o -o lld && ./lld > out && cmp out expected
// RUN: %clang++ -fuse-ld=bfd main.o a.2.o b.2.o -o bfd && ./bfd > out && cmp out expected
// RUN: %clang++ -fuse-ld=gold main.o a.2.o b.2.o -o gold && ./gold > out && cmp out expected
// RUN: %clang++ --ld-path=%lld -Wl,--icf=all main.o a.3.o b.3.o -o auto && ./auto > out && cmp out expected
// RUN: llvm-nm lld | grep -c fmerge | %FileCheck %s --check-prefix=ONE
// RUN: llvm-nm bfd | grep -c fmerge | %FileCheck %s --check-prefix=ONE
// RUN: llvm-nm gold | grep -c fmerge | %FileCheck %s --check-prefix=ONE
// RUN: llvm-nm auto | grep -c fmerge | %FileCheck %s --check-prefix=ONE
// ONE: {{^1$}}
// Two thunks and one body in the place of two functions: the other unwind entry is gone (each is listed twice).
// RUN: llvm-readelf --unwind lld | grep -c initial_location > lld.frames
// RUN: llvm-readelf --unwind plain | grep -c initial_location > plain.frames
// RUN: sh -c 'test `cat lld.frames` -eq `expr 2 + $(cat plain.frames)`'

//--- a.cpp
#include "handle.h"
int handle_a(int x) { HANDLE("in a", 17) }

//--- b.cpp
#include "handle.h"
int handle_b(int x) { HANDLE("in the other", 4711) }

//--- handle.h
#include <stdexcept>
struct Trace {
  Trace(const char *name);
  ~Trace();
};
int raise(int what);
void note(const char *text, int number);
#define HANDLE(NAME, NUMBER)                                                                       \
  Trace outer(NAME);                                                                               \
  try {                                                                                            \
    Trace inner("inner");                                                                          \
    x += raise(x) + NUMBER;                                                                        \
    note("fine", x);                                                                               \
  } catch (const std::runtime_error &error) {                                                      \
    note(error.what(), x);                                                                         \
    x += raise(x + 10);                                                                            \
  } catch (int number) {                                                                           \
    note("number", number);                                                                        \
    x += number * NUMBER;                                                                          \
  }                                                                                                \
  note("end", x);                                                                                  \
  return raise(x == 2 ? 3 : 20) + x;

//--- main.cpp
#include "handle.h"
#include <cstdio>
int handle_a(int), handle_b(int);
Trace::Trace(const char *name) { std::printf("(%s ", name); }
Trace::~Trace() { std::printf(") "); }
void note(const char *text, int number) { std::printf("%s %d ", text, number); }
int raise(int what) {
  if (what == 0)
    throw std::runtime_error("text");
  if (what == 1)
    throw 1;
  if (what == 2)
    throw std::logic_error("deep");
  return what;
}
static void attempt(const char *name, int (*handle)(int), int x) {
  std::printf("\n%s %d: ", name, x);
  try {
    std::printf("%d", handle(x));
  } catch (const std::exception &error) {
    std::printf("%s %d", error.what(), x);
  }
}
int main() {
  for (int x = 0; x < 5; ++x) {
    attempt("a", handle_a, x);
    attempt("b", handle_b, x);
  }
  std::printf("\n");
}
