// Rust programs are compiled with profiles too. Functions that never ran are merged at opt-level 2, the others are not.
// REQUIRES: rustc
// RUN: rm -rf %t && mkdir %t
// RUN: %rustc -Copt-level=2 -Ccodegen-units=1 -Cprofile-generate=%t/raw %s -o %t/counting
// RUN: %t/counting
// RUN: llvm-profdata merge %t/raw -o %t/profile
// RUN: env FMERGE_LOG=info %rustc -Copt-level=2 -Ccodegen-units=1 -Cprofile-use=%t/profile %s -o %t/merged 2>&1 | %FileCheck %s --implicit-check-not='merged often'
// RUN: %t/merged
// CHECK: merged never_{{one(,| and) never_two|two(,| and) never_one}}

use std::hint::black_box;

#[inline(never)]
#[unsafe(no_mangle)]
pub extern "C" fn often_one(x: u32) -> u32 {
    let y = black_box(x).wrapping_mul(31) ^ black_box(7);
    black_box(y).wrapping_add(black_box(5)).rotate_left(black_box(3)) + (black_box(y) & 3)
}

#[inline(never)]
#[unsafe(no_mangle)]
pub extern "C" fn often_two(x: u32) -> u32 {
    let y = black_box(x).wrapping_mul(31) ^ black_box(9);
    black_box(y).wrapping_add(black_box(6)).rotate_left(black_box(3)) + (black_box(y) & 3)
}

#[inline(never)]
#[unsafe(no_mangle)]
fn never_one(name: &str) -> i32 {
    eprintln!("cannot open {name}");
    eprintln!("the argument {} is wrong", black_box(1));
    eprintln!("it must be a file, and is not: {name}");
    eprintln!("see the manual");
    black_box(5)
}

#[inline(never)]
#[unsafe(no_mangle)]
fn never_two(name: &str) -> i32 {
    eprintln!("cannot open {name}");
    eprintln!("the argument {} is wrong", black_box(2));
    eprintln!("it must be a file, and is not: {name}");
    eprintln!("see the manual");
    black_box(6)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match &arguments[..] {
        [_, one] => std::process::exit(never_one(one)),
        [_, _, two] => std::process::exit(never_two(two)),
        _ => {}
    }
    let mut x = 1u32;
    for _ in 0..100_000 {
        x = often_one(x & 0xffff) & 0xffff ^ often_two(x & 0xffff) & 0xffff;
    }
    black_box(x);
}
