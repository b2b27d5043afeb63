// rustc loads the plugin: in a plain build, in one with thin LTO inside the crate, and with fat LTO, where
// the standard library takes part.
// REQUIRES: rustc
// RUN: %rustc -vV | %FileCheck %s --check-prefix=LLVM
// LLVM: LLVM version: {{19|2[0-9]}}
//
// RUN: env FMERGE_LOG=info %rustc -Copt-level=z %s -o %t.plain 2>&1 | %FileCheck %s --check-prefix=PLAIN
// RUN: %t.plain | %FileCheck %s --check-prefix=OUT
// PLAIN: fmerge: info: fmerge on rustc
//
// RUN: env FMERGE_LOG=info %rustc -Copt-level=z -Clto=fat %s -o %t.fat 2>&1 | %FileCheck %s --check-prefix=FAT
// RUN: %t.fat | %FileCheck %s --check-prefix=OUT
// FAT: fmerge: info: fmerge on {{.*}}: {{[1-9][0-9][0-9]+}} functions
// FAT-NOT: fmerge: info: fmerge on
//
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE=identical %rustc -Copt-level=z -Clto=thin %s -o %t.thin 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=THIN --implicit-check-not='f3m on'
// RUN: %t.thin | %FileCheck %s --check-prefix=OUT
// THIN: fmerge: info: identical on
//
// RUN: not env FMERGE_PIPELINE=wrong %rustc -Copt-level=z %s -o %t.wrong 2>&1 | %FileCheck %s --check-prefix=WRONG
// WRONG: fmerge: error: in FMERGE_PIPELINE: unknown pass `wrong`
// OUT: 30

fn main() {
    println!("{}", (1..5).map(|x| x * 3).sum::<i32>());
}
