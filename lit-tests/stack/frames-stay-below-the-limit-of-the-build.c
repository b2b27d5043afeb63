// A build that stops at frames above a limit (`-Wframe-larger-than -Werror`) is not stopped by merging: the functions carry the
// limit, and a merged function stays well below it.
// RUN: %clang -Oz -Wframe-larger-than=900 -Werror -c %s -o /dev/null
// RUN: %clang -Oz -Wframe-larger-than=900 -Werror -fpass-plugin=%plugin -c %s -o /dev/null
// RUN: %clang -Oz -Wframe-larger-than=900 -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='fmerge<force;verify>' %t.ll -S -o - | %clang -Oz -Wframe-larger-than=900 -Werror -x ir -c - -o /dev/null

// With a limit that leaves room they are merged.
// RUN: %clang -Oz -Wframe-larger-than=1200 -S -emit-llvm %s -o - | %opt -passes='f3m<force;verify>' -S | %FileCheck %s
// CHECK: define internal {{.*}}.fmerge(
static volatile long cell[64];
void given(char *, int);
#define STEP(k) cell[k] = cell[k] * 5 ^ cell[k + 1], cell[k + 2] += k;
#define SHARED STEP(0) STEP(4) STEP(8) STEP(12) STEP(16) STEP(20) STEP(24) STEP(28) STEP(32) STEP(36) STEP(40)

long one(long n) {
  char large[860];
  given(large, 1);
  SHARED
  return cell[1];
}

long two(long n) {
  char large[780], small[40];
  SHARED
  given(small, 2);
  given(large, 1);
  return cell[1] + n;
}
