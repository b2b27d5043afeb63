; Remarks go through LLVM, in its text and its YAML, and only to who asked for them. They say the reason, the
; partners and the bytes under keys too; `fmerge` means the remarks of all passes.
; RUN: %opt -passes='f3m<force>' -pass-remarks=f3m -pass-remarks-missed=f3m -disable-output %s 2>&1 \
; RUN:   | %FileCheck %s
; RUN: %opt -passes='f3m<force>' -pass-remarks-output=%t.yaml -disable-output %s
; RUN: %FileCheck %s --check-prefix=YAML < %t.yaml
; RUN: %opt -passes='f3m<force>' -pass-remarks=inline -disable-output %s 2>&1 | count 0
; RUN: %opt -passes='fmerge<force>' -pass-remarks=fmerge -pass-remarks-missed=fmerge -disable-output %s 2>&1 \
; RUN:   | %FileCheck %s --check-prefix=ALL
; RUN: llvm-remarkutil count --parser=yaml --count-by=remark-name --rpass-name='^fmerge' --remark-type=missed --group-by=function %t.yaml \
; RUN:   | %FileCheck %s --check-prefix=MISSED

; CHECK-DAG: remark: {{.*}}cannot
; CHECK-DAG: remark: {{.*}}merged left and right

; YAML-DAG: Pass: {{ *}}fmerge-f3m
; YAML-DAG: --- !Missed
; YAML-DAG: --- !Passed
; YAML-DAG: Function: {{ *}}varargs
; YAML-DAG: - Reason: {{ *}}varargs
; YAML-DAG: - Partner: {{ *}}left
; YAML-DAG: - Partner: {{ *}}right
; YAML-DAG: - BytesSaved: {{ *'?-?[0-9]+}}

; ALL-DAG: remark: {{.*}}cannot hand them on
; ALL-DAG: remark: {{.*}}merged left{{.*}}right

; MISSED: varargs,1

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
