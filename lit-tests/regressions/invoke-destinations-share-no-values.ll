; The φs after an invoke and those of its landing pad take the same value. LLVM 22 copies it once for both, after
; the call, so that the landing pad would read what was not written yet: the normal edge has a block of its own.
; Found by the campaign: `fuzz/corpus/exceptions.cpp` with twins, code generated at -O0.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s

; CHECK-LABEL: define {{.*}} @left.fmerge(
; CHECK: invoke void @one(
; CHECK-NEXT: to label %[[FIRST:[^ ]+]] unwind label %[[PAD:[^ ]+]]
; CHECK: {{^}}[[FIRST]]:
; CHECK-NEXT: br label %[[JOIN:[^ ]+]]
; CHECK: invoke void @two(
; CHECK-NEXT: to label %[[SECOND:[^ ]+]] unwind label %[[PAD]]
; CHECK: {{^}}[[SECOND]]:
; CHECK-NEXT: br label %[[JOIN]]

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
