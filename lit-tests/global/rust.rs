// Rust: the codegen units of a crate are modules of their own, and share bodies with landing pads by name.
// REQUIRES: rustc
// RUN: rm -rf %t && mkdir -p %t/parts && cd %t
// RUN: env FMERGE_PIPELINE='gfm-analyze<out=parts>' %rustc -Copt-level=z -Ccodegen-units=4 -Clto=no %s -o plain
// RUN: ./plain > expected 2>&1 && %FileCheck %s < expected
// CHECK: first 3
// CHECK: second 4
// CHECK: caught
// RUN: ls parts > list && sed -i 's#^#parts/#' list && %fmerge combine @list -o summary
// RUN: %fmerge show summary | %FileCheck %s --check-prefix=SHOW
// SHOW: groups pay
// SHOW: first
// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=summary;fold=comdat;verify>' %rustc -Copt-level=z -Ccodegen-units=4 -Clto=no %s -o merged
// RUN: ./merged > out 2>&1 && cmp out expected
// RUN: llvm-nm merged | %FileCheck %s --check-prefix=MERGED
// MERGED: t fmerge.
// RUN: env FMERGE_PIPELINE='gfm-merge<speed=ignore;summary=summary;fold=comdat;verify>' %rustc -Copt-level=z -Ccodegen-units=4 -Clto=no %s -o again
// RUN: llvm-nm merged > names && llvm-nm again > again.names && cmp names again.names
use std::hint::black_box;

pub struct Loud(&'static str);

impl Drop for Loud {
    fn drop(&mut self) {
        black_box(self.0);
    }
}

#[inline(never)]
pub fn step(name: &str, value: usize) -> usize {
    assert!(black_box(value) < 1000, "{name} is too much");
    value + 1
}

macro_rules! module {
    ($name:ident, $text:literal, $number:literal) => {
        pub mod $name {
            use super::{Loud, step};
            #[inline(never)]
            pub fn run(value: usize) -> usize {
                let _outer = Loud("outer");
                let a = step("start", value);
                let _inner = Loud($text);
                let b = step("middle", a * $number);
                let c = step("late", b + a);
                let d = step("later", c + b);
                if d > 300 { step("large", d) } else { step("end", c) }
            }
        }
    };
}
module!(first, "one", 3);
module!(second, "two", 5);
module!(third, "three", 7);

fn main() {
    std::panic::set_hook(Box::new(|_| println!("caught")));
    println!("first {}", 3 + first::run(1) * 0);
    println!("second {}", 4 + second::run(2) * 0);
    println!("sum {}", first::run(3) + second::run(4) + third::run(5));
    println!("{}", std::panic::catch_unwind(|| third::run(999)).is_err());
}
