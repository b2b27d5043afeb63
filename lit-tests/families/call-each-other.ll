; Members of one family call those of another. The calls were rewritten when the other was merged, and what was known of the
; callers named calls that were gone.
; RUN: split-file %s %t
; RUN: %llvm_tools/lli %t/module.ll > %t.plain
; RUN: %opt -passes='f3m<by-hand=%t/families.json;min-size=1;verify>,verify' -S %t/module.ll -o %t.ll
; RUN: %FileCheck %s < %t.ll
; RUN: %llvm_tools/lli %t.ll | diff %t.plain -

; CHECK: define internal {{.*}}@inner_a.fmerge({{.*}}i32 noundef
; CHECK: define internal {{.*}}@outer_a.fmerge({{.*}}i32 noundef
; CHECK: call {{.*}}@inner_a.fmerge(
; CHECK-NOT: call {{.*}}@inner_{{[abc]}}(

;--- families.json
[{"members": ["inner_a", "inner_b", "inner_c"]},
 {"members": ["outer_a", "outer_b", "outer_c"]}]

;--- module.ll
target triple = "x86_64-unknown-linux-gnu"
@text = private constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @inner_a(i32 %x) minsize {
  %a = mul i32 %x, 3
  %b = add i32 %a, 1
  call i32 (ptr, ...) @printf(ptr @text, i32 %b)
  ret i32 %b
}
define internal i32 @inner_b(i32 %x) minsize {
  %a = mul i32 %x, 5
  %b = add i32 %a, 2
  call i32 (ptr, ...) @printf(ptr @text, i32 %b)
  ret i32 %b
}
define internal i32 @inner_c(i32 %x) minsize {
  %a = mul i32 %x, 7
  %b = add i32 %a, 3
  call i32 (ptr, ...) @printf(ptr @text, i32 %b)
  ret i32 %b
}
define internal i32 @outer_a(i32 %x) minsize {
  %a = call i32 @inner_a(i32 %x)
  %b = xor i32 %a, 11
  call i32 (ptr, ...) @printf(ptr @text, i32 %b)
  %c = sub i32 %b, %x
  call i32 (ptr, ...) @printf(ptr @text, i32 %c)
  ret i32 %c
}
define internal i32 @outer_b(i32 %x) minsize {
  %a = call i32 @inner_b(i32 %x)
  %b = xor i32 %a, 12
  call i32 (ptr, ...) @printf(ptr @text, i32 %b)
  %c = sub i32 %b, %x
  call i32 (ptr, ...) @printf(ptr @text, i32 %c)
  ret i32 %c
}
define internal i32 @outer_c(i32 %x) minsize {
  %a = call i32 @inner_c(i32 %x)
  %b = xor i32 %a, 13
  call i32 (ptr, ...) @printf(ptr @text, i32 %b)
  %c = sub i32 %b, %x
  call i32 (ptr, ...) @printf(ptr @text, i32 %c)
  ret i32 %c
}
define i32 @main() {
  %a = call i32 @outer_a(i32 4)
  %b = call i32 @outer_b(i32 5)
  %c = call i32 @outer_c(i32 6)
  ret i32 0
}
