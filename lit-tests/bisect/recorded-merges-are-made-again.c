// With `limit=REPORT`, only the merges of a report are made, in their order: all of them again, bit for bit, or all but one
// that was taken out of the report. Nothing takes its place, although the functions are still there.
// RUN: %clang -Oz -emit-llvm -c %S/Inputs/families.c -o %t.bc
// RUN: %opt -passes='fmerge<speed=ignore;report=%t.json>' %t.bc -o %t.merged.bc
// RUN: %opt -passes='fmerge<speed=ignore;limit=%t.json>' %t.bc -o %t.again.bc
// RUN: cmp %t.merged.bc %t.again.bc
// RUN: %opt -passes='fmerge<force;report=%t.forced.json>' %t.bc -o %t.merged.bc
// RUN: %opt -passes='fmerge<force;limit=%t.forced.json>' %t.bc -o %t.again.bc
// RUN: cmp %t.merged.bc %t.again.bc

// One merge of each kind, of fewer functions than would pay together.
// RUN: echo '{"groups": [{"kind": "identical", "originals": ["equal_2_a", "equal_2_b"]}, \
// RUN:   {"kind": "constants", "originals": ["constant_1_b", "constant_7_a"]}, \
// RUN:   {"kind": "constants", "originals": ["constant_1_a", "constant_7_b"]}], \
// RUN:   "merged": [{"members": [{"name": "similar_3_a"}, {"name": "similar_3_b"}]}]}' > %t.three.json
// RUN: %opt -passes='fmerge<force;limit=%t.three.json;report=%t.out.json>' -disable-output %t.bc
// RUN: %FileCheck %s < %t.out.json
// CHECK: "merges":4,
// CHECK: "outside-limit":
// CHECK: "name":"similar_3_a"{{.*}}"name":"similar_3_b"
// CHECK: "originals":["equal_2_a","equal_2_b"]
// CHECK: "originals":["constant_1_b","constant_7_a"]
// CHECK: "originals":["constant_1_a","constant_7_b"]

// RUN: not %opt -passes='fmerge<limit=%t.nowhere>' -disable-output %t.bc 2>&1 | %FileCheck %s --check-prefix=NOWHERE
// RUN: not %opt -passes='gfm<limit=%s>' -disable-output %t.bc 2>&1 | %FileCheck %s --check-prefix=OTHER
// NOWHERE: option `limit` cannot be `{{.*}}.nowhere` (cannot read {{.*}}.nowhere: No such file
// NOWHERE-SAME: or the report of an earlier run
// OTHER: is not a report of a merging pass: expected value at line 1
