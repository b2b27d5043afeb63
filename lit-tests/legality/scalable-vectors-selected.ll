; Scalable vectors are selected whole, and never go through memory.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= sub <vscale x 4 x i32>'
; RUN: sed 's/%v, %w$/%w, %v/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= sub <vscale x 4 x i32>'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: = sub <vscale x 4 x i32>
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = sub <vscale x 4 x i32>

define i32 @left(ptr %p, <vscale x 4 x i32> %v, <vscale x 4 x i32> %w) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %s = sub <vscale x 4 x i32> %v, %w
  store <vscale x 4 x i32> %s, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p, <vscale x 4 x i32> %v, <vscale x 4 x i32> %w) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %s = sub <vscale x 4 x i32> %w, %v
  store <vscale x 4 x i32> %s, ptr %p
  ret i32 %c
}
