; The φs behind an invoke and those of its landing pad take the same values. LLVM 22 copies them once for both, behind the
; call, so that the landing pad reads what was not written yet (docs/lab/phi-elimination.md). So invokes that share both
; ends get landing pads of their own, and those that share one get normal edges of their own.
; Found by the campaign: `fuzz/corpus/exceptions.cpp` with twins, code generated at -O0, and with copies, at -O2, where
; SimplifyCFG had folded the split edges again.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s -o %t.ll && %FileCheck %s < %t.ll
; RUN: %opt -passes='f3m<force;verify>,simplifycfg,verify' -S %s -o %t.folded.ll && %FileCheck %s --check-prefix=FOLDED < %t.folded.ll
; RUN: %clang++ -w -O0 %t.ll %S/Inputs/throwers.cpp -o %t.plain && %t.plain | %FileCheck %s --check-prefix=PRINTS
; RUN: %clang++ -w -O2 %t.ll %S/Inputs/throwers.cpp -o %t.fast && %t.fast | %FileCheck %s --check-prefix=PRINTS
; RUN: %clang++ -w -O0 %t.folded.ll %S/Inputs/throwers.cpp -o %t.late && %t.late | %FileCheck %s --check-prefix=PRINTS

; CHECK-LABEL: define {{.*}} @left.fmerge(
; CHECK: invoke void @one(
; CHECK-NEXT: to label %[[FIRST:[^ ]+]] unwind label %[[PAD:[^ ]+]]
; CHECK: {{^}}[[FIRST]]:
; CHECK-NEXT: br label %[[JOIN:[^ ]+]]
; CHECK: invoke void @two(
; CHECK-NEXT: to label %[[SECOND:[^ ]+]] unwind label %[[OTHER:[^ ]+]]
; CHECK: {{^}}[[SECOND]]:
; CHECK-NEXT: br label %[[JOIN]]
; CHECK: {{^}}[[PAD]]: {{.*}}preds = %{{[^ ,]+$}}
; CHECK: {{^}}[[OTHER]]: {{.*}}preds = %{{[^ ,]+$}}

; FOLDED-LABEL: define {{.*}} @left.fmerge(
; FOLDED: invoke void @one(
; FOLDED-NEXT: to label %[[JOIN:[^ ]+]] unwind label %[[PAD:[^ ]+]]
; FOLDED: invoke void @two(
; FOLDED-NEXT: to label %[[JOIN]] unwind label %[[OTHER:[^ ]+]]
; FOLDED: {{^}}[[PAD]]: {{.*}}preds = %{{[^ ,]+$}}
; FOLDED: {{^}}[[OTHER]]: {{.*}}preds = %{{[^ ,]+$}}

; PRINTS: left one 21 two 45, right one 21 two 45
; PRINTS-NEXT: left 28 52, right 30 54

declare i32 @__gxx_personality_v0(...)
declare void @one(i32)
declare void @two(i32)

define i32 @left(i1 %which, i32 %x, i32 %y) personality ptr @__gxx_personality_v0 {
  %p = mul i32 %x, 3
  %q = mul i32 %y, 5
  br i1 %which, label %a, label %b
a:
  invoke void @one(i32 1) to label %join unwind label %pad
b:
  invoke void @two(i32 2) to label %join unwind label %pad
join:
  %v = phi i32 [ %p, %a ], [ %q, %b ]
  %w = add i32 %v, 7
  ret i32 %w
pad:
  %u = phi i32 [ %p, %a ], [ %q, %b ]
  %e = landingpad { ptr, i32 } catch ptr null
  ret i32 %u
}

define i32 @right(i1 %which, i32 %x, i32 %y) personality ptr @__gxx_personality_v0 {
  %p = mul i32 %x, 3
  %q = mul i32 %y, 5
  br i1 %which, label %a, label %b
a:
  invoke void @one(i32 1) to label %join unwind label %pad
b:
  invoke void @two(i32 2) to label %join unwind label %pad
join:
  %v = phi i32 [ %p, %a ], [ %q, %b ]
  %w = add i32 %v, 9
  ret i32 %w
pad:
  %u = phi i32 [ %p, %a ], [ %q, %b ]
  %e = landingpad { ptr, i32 } catch ptr null
  ret i32 %u
}
