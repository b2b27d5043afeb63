// A sampled profile says which functions are cold too, if the compiler may rely on it.
// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -O2 -g1 -fprofile-sample-use=%t/samples -fprofile-sample-accurate -fpass-plugin=%plugin %S/Inputs/hot-and-cold.c -S -emit-llvm -o - | %FileCheck %s --implicit-check-not='often_{{one|two}}.{{fmerge|gfm}}'
// RUN: %clang -Oz -g1 -fprofile-sample-use=%t/samples -fprofile-sample-accurate -fpass-plugin=%plugin %S/Inputs/hot-and-cold.c -S -emit-llvm -o - | %FileCheck %s --implicit-check-not='often_{{one|two}}.{{fmerge|gfm}}'
// CHECK-DAG: define internal {{.*}}@often_one(
// CHECK-DAG: define internal {{.*}}@often_two(
// CHECK-DAG: define internal {{.*}}@never_{{one|two}}.{{fmerge|gfm}}(

//--- samples
main:300000:1
 1: 1
 6: 100000
 7: 100000 often_one:100000 often_two:100000
 8: 1
often_one:800000:100000
 1: 100000
 2: 100000
 3: 100000
 8: 100000
often_two:800000:100000
 1: 100000
 2: 100000
 3: 100000
 8: 100000
