// A nightly rustc, where there is one, beside the stable one that rustc.rs always tries.
// REQUIRES: nightly, rustc
// RUN: env FMERGE_LOG=info %nightly_rustc -Copt-level=z -Clto=fat %s -o %t 2>&1 | %FileCheck %s
// RUN: %t | %FileCheck %s --check-prefix=OUT
// CHECK: fmerge: info: fmerge on {{.*}}: {{[1-9][0-9][0-9]+}} functions
// OUT: hello

fn main() {
    println!("hello");
}
