; What a family becomes is a member of a later one, with its identifier as a parameter.
; RUN: split-file %s %t
; RUN: %llvm_tools/lli %t/module.ll > %t.plain
; RUN: %opt -passes='f3m<by-hand=%t/families.json;min-size=1;verify>,verify' -S %t/module.ll -o %t.ll
; RUN: %FileCheck %s < %t.ll
; RUN: %llvm_tools/lli %t.ll | diff %t.plain -

; CHECK: define internal {{.*}}@a.fmerge.fmerge({{.*}}i32 {{.*}}, i1 noundef
; CHECK-NOT: define internal

;--- families.json
[{"members": ["a", "b", "c"], "rows": [{"blocks": [0, 0, 0]}]},
 {"members": ["a.fmerge", "d"]}]

;--- module.ll
target triple = "x86_64-unknown-linux-gnu"
@text = private constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @a(i32 %x) minsize {
  %a = mul i32 %x, 3
  call i32 (ptr, ...) @printf(ptr @text, i32 %a)
  %b = add i32 %a, 1
  call i32 (ptr, ...) @printf(ptr @text, i32 %b)
  ret i32 %b
}
define internal i32 @b(i32 %x) minsize {
  %a = mul i32 %x, 5
  call i32 (ptr, ...) @printf(ptr @text, i32 %a)
  %b = add i32 %a, 2
  call i32 (ptr, ...) @printf(ptr @text, i32 %b)
  ret i32 %b
}
define internal i32 @c(i32 %x) minsize {
  %a = mul i32 %x, 7
  call i32 (ptr, ...) @printf(ptr @text, i32 %a)
  %b = add i32 %a, 3
  call i32 (ptr, ...) @printf(ptr @text, i32 %b)
  ret i32 %b
}
define internal i32 @d(i32 %x) minsize {
  %a = mul i32 %x, 9
  call i32 (ptr, ...) @printf(ptr @text, i32 %a)
  %b = sub i32 %a, 4
  call i32 (ptr, ...) @printf(ptr @text, i32 %b)
  ret i32 %b
}
define i32 @main() {
  %a = call i32 @a(i32 4)
  %b = call i32 @b(i32 5)
  %c = call i32 @c(i32 6)
  %d = call i32 @d(i32 7)
  ret i32 0
}
