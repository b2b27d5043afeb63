// With `limit=1-k`, the first k merges are those of a run without a limit: in the rounds of one pass, and over several
// passes on one module. A limit that leaves nothing out changes nothing, bit for bit.
// RUN: %clang -Oz -emit-llvm -c %S/Inputs/families.c -o %t.bc
// RUN: %python %S/Inputs/prefix.py 'fmerge<force;LIMIT>' %t.bc %t.one %opt | %FileCheck %s
// RUN: %python %S/Inputs/prefix.py 'identical<LIMIT>,gfm<LIMIT>,fmerge<verify;speed=ignore;LIMIT>' %t.bc %t.three %opt \
// RUN:   | %FileCheck %s
// CHECK: {{[0-9]+}} merges, {{[0-9]+}} of them groups

// Intervals may leave out the first ones, too.
// RUN: %opt -passes='identical<limit=2-3:7;report=%t.json>' -S %t.bc -o - | %FileCheck %s --check-prefix=SOME
// RUN: %FileCheck %s --check-prefix=REFUSED < %t.json
// SOME: define {{.*}}i32 @equal_1_b(i32 noundef %{{.}}, i32 noundef %{{.}}) {{.*}} {
// SOME-NEXT: add
// SOME: define {{.*}}i32 @equal_2_b(i32 noundef %{{.}}, i32 noundef %{{.}}) {{.*}} {
// SOME-NEXT: call i32 @equal_2_a
// REFUSED: "merges":3,
// REFUSED: "outside-limit":9
