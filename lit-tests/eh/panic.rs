// Panics run their cleanups and are caught when all is merged that can be.
// REQUIRES: rustc
// RUN: env FMERGE_PIPELINE=none %rustc -Copt-level=z %s -o %t.plain
// RUN: %t.plain > %t.expected 2>/dev/null
// RUN: %FileCheck %s < %t.expected
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE='f3m<force;verify>' %rustc -Copt-level=z %s -o %t.one 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=LOG
// RUN: %t.one > %t.one.out 2>/dev/null
// RUN: diff %t.expected %t.one.out
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE='f3m<force;verify>' %rustc -Copt-level=z -Clto=fat %s -o %t.fat 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=LOG
// RUN: %t.fat > %t.fat.out 2>/dev/null
// RUN: diff %t.expected %t.fat.out
// LOG: fmerge: info: merged {{.*}} and {{.*}}
// CHECK: sums(0) = Ok(
// CHECK: sums(3) = Err("no threes")
// CHECK: products(5) = Err("index

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

thread_local!(static TRACE: RefCell<String> = const { RefCell::new(String::new()) });

struct Guard(&'static str, Vec<u32>);

impl Drop for Guard {
    fn drop(&mut self) {
        TRACE.with(|t| t.borrow_mut().push_str(&format!("{}{} ", self.0, self.1.len())));
    }
}

#[inline(never)]
fn pick(values: &[u32], at: u32) -> u32 {
    match at {
        3 => panic!("no threes"),
        4 => std::panic::panic_any(44_u32),
        _ => values[at as usize],
    }
}

#[inline(never)]
fn sums(at: u32) -> u32 {
    let one = Guard("a", vec![1, 2, 3]);
    let text = format!("{at} as a text");
    let first = pick(&one.1, at);
    let two = Guard("b", vec![first; 2]);
    let second = catch_unwind(AssertUnwindSafe(|| pick(&two.1, at + 2)));
    first + second.unwrap_or(7) + text.len() as u32
}

#[inline(never)]
fn products(at: u32) -> u32 {
    let one = Guard("c", vec![4, 5, 6]);
    let text = format!("{at} as another text");
    let first = pick(&one.1, at);
    let two = Guard("d", vec![first; 3]);
    let second = catch_unwind(AssertUnwindSafe(|| pick(&two.1, at + 3)));
    first * second.unwrap_or(9) * text.len() as u32
}

#[inline(never)]
fn again(at: u32) -> u32 {
    let _guard = Guard("e", vec![]);
    match catch_unwind(|| products(at)) {
        Ok(value) => value,
        Err(payload) if payload.is::<u32>() => resume_unwind(payload),
        Err(_) => sums(at - 2),
    }
}

fn attempt(name: &str, at: u32, call: fn(u32) -> u32) {
    let result = catch_unwind(|| call(at)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|s| s.to_string());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        text.or_else(|| payload.downcast_ref::<u32>().map(u32::to_string)).unwrap_or_default()
    });
    let trace = TRACE.with(|t| std::mem::take(&mut *t.borrow_mut()));
    println!("{name}({at}) = {result:?} {trace}");
}

fn main() {
    for at in 0..8 {
        attempt("sums", at, sums);
        attempt("products", at, products);
        attempt("again", at, again);
    }
}
