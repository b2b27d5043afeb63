; Four functions become one: an identifier of 32 bits, a switch with a way for each, code of two of the four, a chain of
; selects for operands that differ, a φ between what two and two have, results that some lack, and originals that stay as thunks.
; RUN: split-file %s %t
; RUN: %llvm_tools/lli %t/module.ll > %t.plain
; RUN: %opt -passes='f3m<by-hand=%t/families.json;verify>,verify' -S %t/module.ll -o %t.ll
; RUN: %FileCheck %s < %t.ll
; RUN: %llvm_tools/lli %t.ll | diff %t.plain -
; RUN: %opt -passes='f3m<by-hand=%t/families.json;verify;thunks=keep>,verify' -S %t/module.ll -o %t.keep.ll
; RUN: %FileCheck %s --check-prefix=KEEP < %t.keep.ll
; RUN: %llvm_tools/lli %t.keep.ll | diff %t.plain -

; CHECK: define {{.*}}i32 @one.fmerge({{.*}}i32 noundef %[[ID:[a-z.]+]])
; CHECK-DAG: switch i32 %[[ID]]
; CHECK-DAG: phi i32 [ %b, %{{[0-9]+}} ], [ %b2, %{{[0-9]+}} ]
; CHECK-NOT: define internal {{.*}}@{{(one|two|three|four)}}(
; KEEP-DAG: tail call {{.*}}@one.fmerge({{.*}}i32 0)
; KEEP-DAG: tail call {{.*}}@one.fmerge({{.*}}i32 1)
; KEEP-DAG: tail call {{.*}}@one.fmerge({{.*}}i32 2)
; KEEP-DAG: tail call {{.*}}@one.fmerge({{.*}}i32 3)

;--- families.json
[{"members": ["one", "two", "three", "four"],
  "rows": [{"blocks": [0, 0, 0, 0],
            "matches": [[0, 0, 0, 0], [1, null, 1, null], [null, 1, null, 1], [2, 2, 2, 3], [3, 3, null, null],
                        [null, null, 3, 4]]}]}]

;--- module.ll
target triple = "x86_64-unknown-linux-gnu"
@text = private constant [7 x i8] c"%d %d\0A\00"
@state = internal global i32 0
declare i32 @printf(ptr, ...)

define internal i32 @twice(i32 %x) noinline {
  %y = shl i32 %x, 1
  ret i32 %y
}

define internal i32 @one(i32 %x) minsize {
  %a = add i32 %x, 1
  %b = call i32 @twice(i32 %a)
  store i32 %b, ptr @state
  ret i32 %b
}

define internal i32 @two(i32 %x) minsize {
  %a = add i32 %x, 2
  %b = mul i32 %a, %x
  store i32 %b, ptr @state
  ret i32 %a
}

define internal void @three(i32 %x) minsize {
  %a = add i32 %x, 3
  %b = call i32 @twice(i32 %a)
  store i32 %b, ptr @state
  ret void
}

define internal void @four(i32 %x, i32 %y) minsize {
  %a = add i32 %y, 4
  %b = mul i32 %a, %a
  %c = sub i32 %b, %x
  store i32 %c, ptr @state
  ret void
}

define i32 @main() {
  %a = call i32 @one(i32 6)
  %s1 = load i32, ptr @state
  call i32 (ptr, ...) @printf(ptr @text, i32 %a, i32 %s1)
  %b = call i32 @two(i32 7)
  %s2 = load i32, ptr @state
  call i32 (ptr, ...) @printf(ptr @text, i32 %b, i32 %s2)
  call void @three(i32 8)
  %s3 = load i32, ptr @state
  call i32 (ptr, ...) @printf(ptr @text, i32 3, i32 %s3)
  call void @four(i32 9, i32 10)
  %s4 = load i32, ptr @state
  call i32 (ptr, ...) @printf(ptr @text, i32 4, i32 %s4)
  ret i32 0
}
