; Four registers pass predicates on AArch64, and what they do not hold goes by memory. But no predicate of fewer than 16 elements
; can be stored: "Cannot select: store". A merged function had six of them, where no original had more than two.
; RUN: split-file %s %t
; RUN: %opt -passes='f3m<force;verify>,verify' -S -o %t/merged.ll %t/module.ll
; RUN: %llc %t/merged.ll -o /dev/null
; RUN: %opt -passes='f3m<by-hand=%t/three.json;verify>,verify' -S -o %t/three.ll %t/module.ll
; RUN: %FileCheck %s --check-prefix=APART < %t/three.ll
; RUN: %opt -passes='f3m<by-hand=%t/two.json;verify>,verify' -S -o %t/two.ll %t/module.ll
; RUN: %FileCheck %s --check-prefix=MERGED < %t/two.ll
; RUN: %llc %t/two.ll -o /dev/null
; A predicate of 32 elements takes two registers.
; RUN: sed 's/nxv16i1/nxv32i1/; s/vscale x 16 x/vscale x 32 x/g; s/call i1 @llvm.aarch64.sve.ptest.any.nxv32i1/call i1 @any/; s/declare i1 @llvm.aarch64.sve.ptest.any.nxv32i1/declare i1 @any/' %t/module.ll > %t/wide.ll
; RUN: %opt -passes='f3m<by-hand=%t/wide.json;verify>,verify' -S -o %t/apart.ll %t/wide.ll
; RUN: %FileCheck %s --check-prefix=APART < %t/apart.ll
; RUN: %llc %t/apart.ll -o /dev/null
; APART-NOT: .fmerge
; MERGED: define internal {{.*}} @two.fmerge({{.*}}<vscale x 2 x i1> {{.*}}<vscale x 4 x i1>

;--- three.json
[{"members": ["two", "four", "sixteen"]}]
;--- two.json
[{"members": ["two", "four"]}]
;--- wide.json
[{"members": ["two", "sixteen"]}]
;--- module.ll
target triple = "aarch64-unknown-linux-gnu"

declare i1 @llvm.aarch64.sve.ptest.any.nxv2i1(<vscale x 2 x i1>, <vscale x 2 x i1>)
declare i1 @llvm.aarch64.sve.ptest.any.nxv4i1(<vscale x 4 x i1>, <vscale x 4 x i1>)
declare i1 @llvm.aarch64.sve.ptest.any.nxv16i1(<vscale x 16 x i1>, <vscale x 16 x i1>)

define i32 @two(<vscale x 2 x i1> %g, <vscale x 2 x i1> %a, ptr %p) #0 {
  %t = call i1 @llvm.aarch64.sve.ptest.any.nxv2i1(<vscale x 2 x i1> %g, <vscale x 2 x i1> %a)
  %c = zext i1 %t to i32
  %v = load i32, ptr %p
  %r = mul i32 %c, %v
  store i32 %r, ptr %p
  ret i32 %r
}

define i32 @four(<vscale x 4 x i1> %g, <vscale x 4 x i1> %a, ptr %p) #0 {
  %t = call i1 @llvm.aarch64.sve.ptest.any.nxv4i1(<vscale x 4 x i1> %g, <vscale x 4 x i1> %a)
  %c = zext i1 %t to i32
  %v = load i32, ptr %p
  %r = mul i32 %c, %v
  store i32 %r, ptr %p
  ret i32 %r
}

define i32 @sixteen(<vscale x 16 x i1> %g, <vscale x 16 x i1> %a, ptr %p) #0 {
  %t = call i1 @llvm.aarch64.sve.ptest.any.nxv16i1(<vscale x 16 x i1> %g, <vscale x 16 x i1> %a)
  %c = zext i1 %t to i32
  %v = load i32, ptr %p
  %r = mul i32 %c, %v
  store i32 %r, ptr %p
  ret i32 %r
}

attributes #0 = { nounwind "target-features"="+sve" }
