// What rustc's own LLVM generates code with is there for weighing too, in one thread and in several at a time.
// REQUIRES: rustc
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE='f3m<profit=exact;speed=ignore;only=weighed>' %rustc -Copt-level=z %s -o %t.plain 2>&1 | %FileCheck %s
// RUN: %t.plain | %FileCheck %s --check-prefix=OUT
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE='f3m<profit=exact;speed=ignore;only=weighed>' %rustc -Copt-level=z -Clto=fat %s -o %t.fat 2>&1 | %FileCheck %s
// RUN: %t.fat | %FileCheck %s --check-prefix=OUT
// RUN: env FMERGE_PIPELINE=smallest,all-functions %rustc -Copt-level=z -Clto=thin -Ccodegen-units=8 %s -o %t.thin 2>&1 | count 0
// RUN: %t.thin | %FileCheck %s --check-prefix=OUT
// CHECK-NOT: warning
// CHECK: weighed_b{{(::h[0-9a-f]+)?}}, saving {{[3-9][0-9]}} bytes by the code
// OUT: 42f9b85160203e04 efe3a51d59907891

use std::hint::black_box;

#[inline(never)]
fn weighed_a(x: u64) -> u64 {
    let mut y = x ^ 5;
    y = y.wrapping_mul(0x123456789abcdef1) ^ 0x6edcba9876543211;
    y = y.wrapping_mul(0x133557799bbddff3) ^ 0x6edcba9865432100;
    y.wrapping_mul(0x1436587a9cbee0f5) ^ 0x6edcba985431ffff
}

#[inline(never)]
fn weighed_b(x: u64) -> u64 {
    let mut y = x ^ 77777;
    y = y.wrapping_mul(0x123456789abcdef1) ^ 0x6edcba9876543211;
    y = y.wrapping_mul(0x133557799bbddff3) ^ 0x6edcba9865432100;
    y.wrapping_mul(0x1436587a9cbee0f5) ^ 0x6edcba985431ffff
}

fn main() {
    println!("{:x} {:x}", weighed_a(black_box(1)), weighed_b(black_box(2)));
}
