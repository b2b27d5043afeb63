// A backtrace names the original where only one of them runs, and always the merged function around it.
// RUN: %clang -O1 -fno-inline -g -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='f3m<force;verify>,verify' %t.bc -o %t.merged.bc
// RUN: llc -O1 -filetype=obj %t.merged.bc -o %t.o
// RUN: llvm-dwarfdump --verify %t.o
//
// The relocation of a call lies inside of the call.
// RUN: llvm-objdump -dr %t.o > %t.s
// RUN: sed -n 's/^[[:blank:]]*\([0-9a-f]*\):[[:blank:]]*R_.*only_left.*/0x\1/p' %t.s > %t.left
// RUN: llvm-symbolizer -i -f=short -s --obj=%t.o < %t.left | %FileCheck %s --check-prefix=LEFT
// LEFT: left
// LEFT-NEXT: symbolize.c:[[@LINE+25]]:
// LEFT-NEXT: left / right
// LEFT-NEXT: symbolize.c:0:
//
// RUN: sed -n 's/^[[:blank:]]*\([0-9a-f]*\):[[:blank:]]*R_.*only_right.*/0x\1/p' %t.s > %t.right
// RUN: llvm-symbolizer -i -f=short -s --obj=%t.o < %t.right | %FileCheck %s --check-prefix=RIGHT
// RIGHT: right
// RIGHT-NEXT: symbolize.c:[[@LINE+28]]:
// RIGHT-NEXT: left / right
// RIGHT-NEXT: symbolize.c:0:
//
// RUN: sed -n 's/^[[:blank:]]*\([0-9a-f]*\):[[:blank:]]*R_.*in_both.*/0x\1/p' %t.s > %t.both
// RUN: llvm-symbolizer -i -f=short -s --obj=%t.o < %t.both | %FileCheck %s --check-prefix=BOTH
// The first instructions have the line of the function itself.
// BOTH-NOT: {{^(left|right) *$}}
// BOTH: left / right
// BOTH: left / right
// BOTH-NEXT: symbolize.c:0:
// BOTH-NOT: {{^(left|right) *$}}
extern int only_left(int, int *), only_right(int *), in_both(int, int *);

int left(int *p, int n) {
  int local = in_both(n, p);
  for (int i = 0; i < n; ++i) {
    if (p[i] > 3)
      local += only_left(p[i], p);
    local += in_both(i, &local);
  }
  return in_both(local, p) * 3;
}

int right(int *p, int n) {
  int local = in_both(n, p);
  for (int i = 0; i < n; ++i) {
    if (p[i] > 3)
      local += only_right(p);
    local += in_both(i, &local);
  }
  return in_both(local, p) * 3;
}
