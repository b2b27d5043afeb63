// A summary that is foreign, truncated, damaged or missing is one clear warning, and nothing is merged; that of
// another program merges nothing. The compiler does its work all the same.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: env FMERGE_PIPELINE='gfm-analyze<out=a.part>' %clang -Oz -fpass-plugin=%plugin -DNAME=one -DNUMBER=3 -c a.c -o a.o
// RUN: env FMERGE_PIPELINE='gfm-analyze<out=b.part>' %clang -Oz -fpass-plugin=%plugin -DNAME=two -DNUMBER=4 -c a.c -o b.o
// RUN: %fmerge combine a.part b.part -o summary
// RUN: head -c 5000 summary > truncated
// RUN: echo 'int main() {}' > foreign
// RUN: touch empty
// RUN: not env FMERGE_PIPELINE='gfm-merge' %clang -Oz -fpass-plugin=%plugin -DNAME=one -DNUMBER=3 -c a.c -o none.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=NONE
// NONE: fmerge: error: {{.*}}summary=

// RUN: env FMERGE_PIPELINE='gfm-merge<summary=missing>' %clang -Oz -fpass-plugin=%plugin -DNAME=one -DNUMBER=3 -c a.c -o m.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=MISSING --implicit-check-not=warning
// RUN: cmp m.o a.o
// MISSING: fmerge: warning: missing: No such file {{.*}}; make it with `fmerge combine`; nothing is merged by it
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=truncated>' %clang -Oz -fpass-plugin=%plugin -DNAME=one -DNUMBER=3 -c a.c -o t.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=TRUNCATED --implicit-check-not=warning
// RUN: cmp t.o a.o
// TRUNCATED: fmerge: warning: truncated: truncated: 5000 bytes of {{[0-9]+}}; make it again; nothing is merged by it
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=foreign>' %clang -Oz -fpass-plugin=%plugin -DNAME=one -DNUMBER=3 -c a.c -o f.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=FOREIGN --implicit-check-not=warning
// RUN: cmp f.o a.o
// FOREIGN: fmerge: warning: foreign: not an fmerge summary; give what gfm-analyze or `fmerge combine` wrote; nothing
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=empty>' %clang -Oz -fpass-plugin=%plugin -DNAME=one -DNUMBER=3 -c a.c -o e.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=EMPTY --implicit-check-not=warning
// RUN: cmp e.o a.o
// EMPTY: fmerge: warning: empty: {{.*}}; nothing is merged by it
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=%t>' %clang -Oz -fpass-plugin=%plugin -DNAME=one -DNUMBER=3 -c a.c -o d.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=FOLDER --implicit-check-not=warning
// FOLDER: fmerge: warning: {{.*}}; nothing is merged by it
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=a.part>' %clang -Oz -fpass-plugin=%plugin -DNAME=one -DNUMBER=3 -c a.c -o p.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=PART --implicit-check-not=warning
// PART: fmerge: warning: a.part: the summary of single objects; combine them first with `fmerge combine`

// Two modules of one process warn once.
// RUN: %clang -Oz -flto=thin -DNAME=one -DNUMBER=3 -c a.c -o a.thin.o
// RUN: %clang -Oz -flto=thin -DNAME=two -DNUMBER=4 -c a.c -o b.thin.o
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=foreign>' %clang -shared -fPIC -flto=thin --ld-path=%lld -Wl,--load-pass-plugin=%plugin \
// RUN:   a.thin.o b.thin.o -o thin.so 2>&1 | grep -c warning | %FileCheck %s --check-prefix=ONCE
// ONCE: {{^1$}}

// That of another program names nothing here.
// RUN: env FMERGE_PIPELINE='gfm-merge<summary=summary;report=->' %clang -Oz -fpass-plugin=%plugin -DNAME=one -DOTHER -DNUMBER=3 -c a.c -o o.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=OTHER --implicit-check-not=warning
// OTHER: "candidates":0

//--- a.c
int total(const char *name, int value);
int NAME(int x) {
  int r = total("name", x) * NUMBER;
  r += total("again", r);
#ifdef OTHER
  r += total("more", r) << 3;
#endif
  r ^= total("last", x + r);
  r -= total("nearly", x ^ r) + total("not yet", r);
  if (r > total("limit", x))
    r = total("reduced", r) / (x + 1);
  return total("end", r);
}
