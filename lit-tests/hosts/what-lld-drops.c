// lld drops what nobody refers to only if it is told to, and no symbol that loaders may ask for: functions of a library
// are merged, whatever they call. By -r it makes an object that is linked once more, and then any of them may be dropped; and a
// version script may hide what the object shows.
//
// RUN: %clang -Oz -flto -fPIC -c %s -o %t.o
// RUN: env FMERGE_PIPELINE='f3m<report=%t.whole.json>' %lld -shared %t.o -o %t.so --load-pass-plugin=%plugin
// RUN: %FileCheck --check-prefix=MERGED --input-file=%t.whole.json %s
// RUN: env FMERGE_PIPELINE='f3m<report=%t.dropped.json>' %lld -shared --gc-sections %t.o -o %t.so --load-pass-plugin=%plugin
// RUN: %FileCheck --check-prefix=MERGED --input-file=%t.dropped.json %s
// RUN: echo '{};' > %t.script
// RUN: env FMERGE_PIPELINE='f3m<report=%t.script.json>' %lld -shared --gc-sections --version-script=%t.script %t.o -o %t.so --load-pass-plugin=%plugin
// RUN: %FileCheck --check-prefix=APART --input-file=%t.script.json %s
// RUN: env FMERGE_PIPELINE='f3m<report=%t.part.json>' %lld -r %t.o -o %t.again.o --load-pass-plugin=%plugin
// RUN: %FileCheck --check-prefix=APART --input-file=%t.part.json %s
//
// MERGED: "merges":{{ ?}}1
// APART: "merges":{{ ?}}0
// APART: "dead-references"

static volatile long p[64];
long x(long), y(long);
#define S(i) p[i] ^= p[i + 1] * 3; p[i + 2] += i;
#define BODY S(0) S(3) S(5) S(7) S(9) S(11) S(13) S(15) S(17) S(19) S(21)
long one(long n) { BODY p[2] = x(n); return p[1]; }
long other(long n) { BODY p[2] = y(n); return p[1]; }
