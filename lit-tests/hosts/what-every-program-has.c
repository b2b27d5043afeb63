// Of memcpy and its like, and of the compiler's own runtime, it is assumed that every program has them where code generation needs
// them: dead() alone copies and divides, and live(), which is merged with it, comes to need both. Where there is no memcpy, such
// a program does not link. What does without it, does so without merging.
// DEFINE: %{compile} = %clang -Oz -ffreestanding -ffunction-sections -fdata-sections -fno-pic -mcmodel=small -fno-stack-protector -c
// DEFINE: %{link} = %clang -nostdlib -static -fuse-ld=lld -Wl,--gc-sections
// RUN: %{compile} %s -fpass-plugin=%plugin -mllvm -fmerge-pipeline='f3m<report=%t.json>' -o %t.o
// RUN: %FileCheck --check-prefix=MERGED --input-file=%t.json %s
// RUN: %{compile} %s -DLIBRARY -o %t.library.o && rm -f %t.a && llvm-ar rcs %t.a %t.library.o
// RUN: %{link} %t.o %t.a -lgcc -o %t && llvm-nm %t | %FileCheck --check-prefix=HAS %s
// RUN: not %{link} %t.o -lgcc -o %t 2>&1 | %FileCheck --check-prefix=LACKS %s
// RUN: %{compile} %s -o %t.plain.o && %{link} %t.plain.o -o %t && llvm-nm %t | %FileCheck --check-prefix=PLAIN %s
// MERGED: "merges":{{ ?}}1
// HAS-DAG: {{T|t}} __{{u?}}divti3
// HAS-DAG: {{T|t}} memcpy
// LACKS: undefined symbol: memcpy
// PLAIN-NOT: {{memcpy|divti3}}

#ifdef LIBRARY
void *memcpy(void *to, const void *from, unsigned long count) {
  for (unsigned long i = 0; i < count; ++i)
    ((volatile char *)to)[i] = ((const volatile char *)from)[i];
  return to;
}
#else
static volatile long p[64];
static char bytes[256];
#define S(i) p[i] ^= p[i + 1] * 3; p[i + 2] += i;
#define BODY S(0) S(3) S(5) S(7) S(9) S(11) S(13) S(15) S(17) S(19) S(21)
__attribute__((noinline)) long dead(long n) {
  BODY
  __builtin_memcpy(bytes, bytes + 128, n);
  p[2] = (long)((unsigned __int128)p[3] * p[4] / (p[5] | 1));
  return p[1];
}
__attribute__((noinline)) long live(long n) {
  BODY
  return p[1];
}
void _start(void) {
  for (;;)
    live(p[0]);
}
#endif
