// The source says of a function that it is to be left alone.
// RUN: env FMERGE_PIPELINE='fmerge<speed=ignore>' %clang -Oz -fpass-plugin=%plugin %s -S -emit-llvm -o - | %FileCheck %s --check-prefix=MERGED
// RUN: env FMERGE_PIPELINE='fmerge<speed=ignore>' %clang -Oz -DOFF='__attribute__((annotate("fmerge=off")))' -fpass-plugin=%plugin %s -S -emit-llvm -o - | %FileCheck %s --implicit-check-not=one.
// RUN: %clang -Oz -DOFF='__attribute__((annotate("fmerge=off")))' -fpass-plugin=%plugin %s -S -emit-llvm -o - -Rpass-missed=f3m 2>&1 | %FileCheck %s --check-prefix=WHY
// RUN: env FMERGE_PIPELINE='fmerge<speed=ignore>' %clang -Oz -DOFF='__attribute__((annotate("fmerge")))' -fpass-plugin=%plugin %s -S -emit-llvm -o - | %FileCheck %s --check-prefix=MERGED
// MERGED: define {{.*}}@{{one|two}}.{{fmerge|gfm}}(
// CHECK: define {{.*}}@two(
// WHY: remark: {{.*}}fmerge=off

#ifndef OFF
#define OFF
#endif

int puts(const char *);
extern volatile int number;

int one(const char *name) {
  puts(name);
  puts("the first argument is wrong");
  number = 3;
  puts("it must be a file");
  puts(name);
  puts("or a folder");
  puts(name);
  puts("or a pipe");
  puts(name);
  puts("see the manual");
  return number + 1;
}

OFF int two(const char *name) {
  puts(name);
  puts("the second argument is wrong");
  number = 3;
  puts("it must be a file");
  puts(name);
  puts("or a folder");
  puts(name);
  puts("or a pipe");
  puts(name);
  puts("see the manual");
  return number + 2;
}
