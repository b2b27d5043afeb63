// Rust's debug information: closures, generics, the standard library's inlined frames.
// REQUIRES: rustc
// RUN: env FMERGE_PIPELINE='f3m<force;verify>' %rustc -Copt-level=z -g -Ccodegen-units=1 --emit=llvm-ir=%t.ll,obj=%t.o,link=%t.exe %s
// RUN: %FileCheck %s < %t.ll
// RUN: opt -passes=verify -disable-output %t.ll
// RUN: llvm-dwarfdump --verify %t.o
// RUN: %t.exe | %FileCheck %s --check-prefix=OUT
// CHECK: define internal {{.*}}.fmerge({{.*}} !dbg ![[MERGED:[0-9]+]]
// CHECK: ![[MERGED]] = distinct !DISubprogram(name: "{{.*}} / {{.*}}",
// OUT: 6 17

#[inline(never)]
fn evens(values: &[u32]) -> u32 {
    values.iter().map(|v| v.to_string().len() as u32 + *v).filter(|v| v % 2 == 0).sum()
}

#[inline(never)]
fn odds(values: &[u32]) -> u32 {
    values.iter().map(|v| v.to_string().len() as u32 + *v).filter(|v| v % 2 == 1).sum()
}

fn main() {
    println!("{} {}", evens(&[1, 2, 3, 4]), odds(&[1, 2, 4, 8]));
}
