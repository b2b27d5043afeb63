; The ranking as JSON, each pair once.
; RUN: %opt -passes='f3m-rank<format=json>' -disable-output %s | %FileCheck %s
; RUN: %opt -passes='f3m-rank<format=json>' -disable-output %s | python3 -m json.tool > %t.json
; RUN: %opt -passes='f3m-rank<format=lines>' -disable-output %s | %FileCheck %s --check-prefix=LINES --match-full-lines
; LINES: {"left":"one","right":"two","similarity":1.0,"alignment":1.0,"left_size":6,"right_size":6,"saved":{{[0-9]+}}}
; LINES-NOT: {{.}}
; CHECK: "functions": 3,
; CHECK: "rows": 2,
; CHECK: "bands": 100,
; CHECK: "threshold": 0.25,
; CHECK: "pairs": [
; CHECK-NEXT: {
; CHECK-NEXT: "left": "one",
; CHECK-NEXT: "right": "two",
; CHECK-NEXT: "similarity": 1.0,
; CHECK-NEXT: "alignment": 1.0,
; CHECK-NEXT: "left_size": 6,
; CHECK-NEXT: "right_size": 6,
; CHECK-NEXT: "saved": {{[0-9]+}}
; CHECK-NEXT: }
; CHECK-NEXT: ]

define i32 @one(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @two(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define double @apart(double %x) {
  %a = fadd double %x, 1.0
  %b = fdiv double %a, %x
  %c = fneg double %b
  ret double %c
}
