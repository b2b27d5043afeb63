// A breakpoint on a function that was merged away stops where it is called; the trace names it, and the parameter
// `original` says in shared code which function runs. What they have on different lines may have none.
// Before LLVM 21, code that is run ahead for both has a stop under the name of either: nothing says which instructions are key.
// REQUIRES: gdb, llvm-22
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: env FMERGE_PIPELINE='fmerge<force;linkonce=skip>' %clang -Oz -g -fpass-plugin=%plugin program.c -o program
// RUN: llvm-nm program | not grep -E ' (similar|constants|equal)_[ab]$'
// RUN: gdb -nx -batch -x commands program > out && %FileCheck program.c --input-file=out

#--- commands
set width 0
break similar_a
break similar_b
break constants_a
break constants_b
break equal_a
break equal_b
break in_both
run
bt
python
while gdb.selected_inferior().pid:
    gdb.execute('continue')
    if gdb.selected_inferior().pid:
        gdb.execute('bt')
end

#--- program.c
extern volatile int sink;
volatile int sink;
#define NOINLINE __attribute__((noinline))
NOINLINE int in_both(int x, int *p) { sink += x; return *p + sink; }
NOINLINE int only_a(int x) { sink -= x; return sink * 3; }
NOINLINE int only_b(int x, int y) { sink ^= x; return sink * 5 + y; }

static NOINLINE int similar_a(int *p, int n) { int x = in_both(n, p); for (int i = 0; i < n; ++i) { x += only_a(x) + in_both(i, &x) * 7; } return in_both(x, p) * 3; }
static NOINLINE int similar_b(int *p, int n) { int x = in_both(n, p); for (int i = 0; i < n; ++i) { x += only_b(x, i) + in_both(i, &x) * 7; } return in_both(x, p) * 3; }
static NOINLINE int constants_a(int *p, int n) { int x = p[n] ^ 111; sink += n; sink ^= x; sink -= x * 77; p[2] = sink; return in_both(x, p) * 3; }
static NOINLINE int constants_b(int *p, int n) { int x = p[n] ^ 222; sink += n; sink ^= x; sink -= x * 77; p[2] = sink; return in_both(x, p) * 3; }
static NOINLINE int equal_a(int *p, int n) { int x = p[n] ^ 333; sink ^= n; sink += x; sink -= x * 55; p[3] = sink; return in_both(x, p) * 5; }
static NOINLINE int equal_b(int *p, int n) { int x = p[n] ^ 333; sink ^= n; sink += x; sink -= x * 55; p[3] = sink; return in_both(x, p) * 5; }

int main(void) {
  int p[] = {1, 2, 3, 4};
  int sum = similar_a(p, 1);
  sum += similar_b(p, 1);
  sum += constants_a(p, 2);
  sum += constants_b(p, 2);
  sum += equal_a(p, 3);
  sum += equal_b(p, 3);
  return sum == 0;
}
// A location where it is called, and one for the code in the merged function that is its own.
// CHECK: Breakpoint 1 at {{.*}}: similar_a. (2 locations)
// CHECK: Breakpoint 1{{.*}}, similar_a
// CHECK: #0 similar_a
// CHECK-NEXT: #1 main ()
// CHECK: #0 in_both
// CHECK-NEXT: #1 {{.*}} in similar_a / similar_b{{( / ...)?}} (original={{.*}}similar_a){{$| at program.c:}}
// CHECK-NEXT: #2 {{.*}} in similar_a
// CHECK-NEXT: #3 main ()
// CHECK: Breakpoint 2{{.*}}, similar_b
// CHECK-NEXT: {{^9}}
// CHECK-NEXT: #0 similar_b
// CHECK-NEXT: #1 main ()
// CHECK: #1 {{.*}} in similar_a / similar_b{{( / ...)?}} (original={{.*}}similar_b){{$| at program.c:}}
// CHECK: Breakpoint 3, constants_a
// CHECK: #0 in_both
// CHECK: in constants_a (
// CHECK-NEXT: main ()
// CHECK: Breakpoint 4, constants_b
// CHECK: #0 in_both
// CHECK: in constants_b (
// CHECK-NEXT: main ()
// CHECK: Breakpoint 5{{.*}}, equal_a
// CHECK: Breakpoint 6, equal_b
// CHECK-NEXT: {{^13}}
// CHECK-NEXT: #0 equal_b
// CHECK-NEXT: #1 main ()
// CHECK: in equal_b (
// CHECK-NEXT: main ()
