; Remarks go through LLVM, in its text and its YAML, and only to who asked for them.
; RUN: %opt -passes='f3m<force>' -pass-remarks=f3m -pass-remarks-missed=f3m -disable-output %s 2>&1 \
; RUN:   | %FileCheck %s
; RUN: %opt -passes='f3m<force>' -pass-remarks-output=%t.yaml -disable-output %s
; RUN: %FileCheck %s --check-prefix=YAML < %t.yaml
; RUN: %opt -passes='f3m<force>' -pass-remarks=inline -disable-output %s 2>&1 | count 0

; CHECK-DAG: remark: {{.*}}cannot
; CHECK-DAG: remark: {{.*}}merged left and right

; YAML-DAG: Pass: {{ *}}f3m
; YAML-DAG: --- !Missed
; YAML-DAG: --- !Passed
; YAML-DAG: Function: {{ *}}varargs

declare i32 @sink(i32, ptr)

define i32 @varargs(ptr %p, ...) {
  %a = load i32, ptr %p
  %b = add i32 %a, 1
  %c = call i32 @sink(i32 %b, ptr %p)
  ret i32 %c
}

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = add i32 %a, 1
  %c = call i32 @sink(i32 %b, ptr %p)
  ret i32 %c
}

define i32 @right(ptr %p) {
  %a = load i32, ptr %p
  %b = add i32 %a, 2
  %c = call i32 @sink(i32 %b, ptr %p)
  ret i32 %c
}
