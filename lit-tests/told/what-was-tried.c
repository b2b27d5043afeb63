// A function that stays alone although it was tried with another says so, and what is given up for time.
// RUN: %clang --target=x86_64-linux-gnu -Oz -S -o %t.s %s -fpass-plugin=%plugin -Rpass-missed=fmerge -fsave-optimization-record \
// RUN:   -foptimization-record-file=%t.yaml 2>&1 | %FileCheck %s
// CHECK: remark: not merged with mean: The merge would save bytes, but slow down one of the functions
// CHECK-SAME: That gives up [[BYTES:[0-9]+]] bytes at most; the preset smallest takes them.
// CHECK: remark: not merged with total: {{.*}} gives up [[BYTES]] bytes at most
// RUN: %FileCheck %s --check-prefix=RECORD --input-file=%t.yaml
// RECORD: Name: too-slow
// RECORD: Reason: too-slow
// RECORD: Partner: mean
// RECORD: BytesGivenUp:

// All passes report where the variable says, whatever preset runs; a pass that has an option of its own, there.
// RUN: rm -rf %t.reports && env FMERGE_REPORT=%t.reports/ FMERGE_PIPELINE=smallest %clang -Oz -c -o %t.o %s -fpass-plugin=%plugin
// RUN: cat %t.reports/what-was-tried.c-*.json | %FileCheck %s --check-prefix=REPORT
// REPORT: "pass":"fmerge"
// REPORT-SAME: "given_up":0
// REPORT-SAME: "merged":[{
// RUN: env FMERGE_REPORT=%t.2.json FMERGE_PIPELINE='gfm,f3m<report=%t.3.json>' %clang -Oz -c -o %t.o %s -fpass-plugin=%plugin
// RUN: grep -c pass %t.2.json %t.3.json | %FileCheck %s --check-prefix=APART
// APART: 2.json:1
// APART: 3.json:1

// All ways in take a name for it, which counts from the folder where they run.
// RUN: rm -rf %t.folder && mkdir %t.folder && cd %t.folder && ln -s %fmerge fmerge
// RUN: env FMERGE_CC=%clang FMERGE_PLUGIN=%plugin ./fmerge cc --report each/ -Oz -c %s
// RUN: env FMERGE_CC=%clang FMERGE_PLUGIN=%plugin ./fmerge cc --report merge.json -Oz -flto -c %s -o a.o
// RUN: env FMERGE_OPT=%llvm_tools/opt FMERGE_LLVM_NM=%llvm_tools/llvm-nm FMERGE_PLUGIN=%plugin ./fmerge merge --report one.json --preset smallest a.o -o a.bc
// RUN: not env FMERGE_PLUGIN=%plugin ./fmerge cc --report %%x -c %s 2>&1 | %FileCheck %s --check-prefix=OPTION
// RUN: ls -R | %FileCheck %s --check-prefix=FILES --implicit-check-not=merge.json
// OPTION: --report %x: `%x` stands for nothing
// FILES: one.json
// FILES: what-was-tried.c-{{.*}}.json
// RUN: not env FMERGE_REPORT=%%x %clang -Oz -c -o %t.o %s -fpass-plugin=%plugin 2>&1 | %FileCheck %s --check-prefix=WRONG
// WRONG: fmerge: error: in FMERGE_REPORT: `%x` stands for nothing

struct list {
  struct entry {
    int value;
    struct entry *next;
  } *first;
  int length;
};
void lock(struct list *), unlock(struct list *);

int total(struct list *l) {
  lock(l);
  int n = 0;
  for (struct entry *e = l->first; e; e = e->next)
    n += e->value;
  unlock(l);
  return n;
}

int mean(struct list *l) {
  lock(l);
  int n = 0;
  for (struct entry *e = l->first; e; e = e->next)
    n += e->value;
  unlock(l);
  return l->length ? n / l->length : 0;
}
