// A linker that drops dead code keeps or drops a section as a whole. unused() names something that lies in one section with what needs a
// function that is nowhere: a variable without -fdata-sections, a function in a section of its name. So used() may not come to name it, and
// neither a weak default that another definition may replace. Behind gc-sections=no these are merged.
//
// DEFINE: %{what} =
// DEFINE: %{passes} = f3m<force;gc-sections=yes>
// DEFINE: %{compile} = env FMERGE_PIPELINE='%{passes}' FMERGE_LOG=info %clang -O1 -fno-inline -ffunction-sections -fpass-plugin=%plugin -c %s -o %t.o %{what} 2>%t.log
// DEFINE: %{link} = %clang -Wl,--gc-sections %t.o -o %t
// DEFINE: %{runs} = %{compile} && %{link} -fuse-ld=lld && %t | %FileCheck %s && %{link} -fuse-ld=bfd && %t | %FileCheck %s
// REDEFINE: %{what} = -DOWN=datum -DDATA
// RUN: %{runs}
// REDEFINE: %{what} = -DOWN='placed(r)' -DPLACED
// RUN: %{runs}
// REDEFINE: %{what} = -DOWN='hook(r)' -DDEFAULT
// RUN: %{runs}
// REDEFINE: %{passes} = f3m<force;gc-sections=no>
// REDEFINE: %{what} = -DOWN=datum -DDATA
// RUN: %{compile} && not %{link} -fuse-ld=lld 2>&1 | %FileCheck --check-prefix=MISSING %s
// REDEFINE: %{what} = -DOWN='placed(r)' -DPLACED
// RUN: %{compile} && not %{link} -fuse-ld=lld 2>&1 | %FileCheck --check-prefix=MISSING %s
// REDEFINE: %{what} = -DOWN='hook(r)' -DDEFAULT
// RUN: %{compile} && grep "merged.*unused" %t.log
// CHECK: fourth
// MISSING: undefined symbol: missing
#include <stdio.h>
int missing(int);
#ifdef DATA
int datum = 3;
int (*table[])(int) = {missing};
#endif
#ifdef PLACED
__attribute__((section("together"))) int placed(int n) { return n + 4; }
__attribute__((section("together"))) int beside(int n) { return missing(n) + 4; }
#endif
#ifdef DEFAULT
__attribute__((weak)) int hook(int n) { return n + 4; }
#endif
int note(const char *text, int n) { return printf("%s %d\n", text, n) & 15; }
#define SHAPE(NAME, OWN)                                                                           \
  int r = note(NAME, n);                                                                           \
  r = note("first", r) + n * 3;                                                                    \
  r = note("second", r) + OWN;                                                                     \
  r = note("third", r) + n / 2;                                                                    \
  return note("fourth", r);
int unused(int n) { SHAPE("unused", OWN) }
int used(int n) { SHAPE("used", note("own", r + 1)) }
int main(void) { return used(5) < 0; }
