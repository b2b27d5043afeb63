; The input is llvm/test/Transforms/MergeFunc/call-and-invoke-with-ranges.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "call_with_range",
; CHECK-NEXT: "call_no_range",
; CHECK-NEXT: "call_different_range",
; CHECK-NEXT: "call_with_same_range"
; CHECK: "thunks": 3,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "invoke_with_range",
; CHECK-NEXT: "invoke_no_range",
; CHECK-NEXT: "invoke_different_range",
; CHECK-NEXT: "invoke_with_same_range"
; CHECK: "thunks": 3,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

define i8 @call_with_range() {
  bitcast i8 0 to i8 ; dummy to make the function large enough
  %out = call i8 @dummy(), !range !0
  ret i8 %out
}

define i8 @call_no_range() {
  bitcast i8 0 to i8
  %out = call i8 @dummy()
  ret i8 %out
}

define i8 @call_different_range() {
  bitcast i8 0 to i8
  %out = call i8 @dummy(), !range !1
  ret i8 %out
}

define i8 @invoke_with_range() personality ptr undef {
  %out = invoke i8 @dummy() to label %next unwind label %lpad, !range !0

next:
  ret i8 %out

lpad:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } zeroinitializer
}

define i8 @invoke_no_range() personality ptr undef {
  %out = invoke i8 @dummy() to label %next unwind label %lpad

next:
  ret i8 %out

lpad:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } zeroinitializer
}

define i8 @invoke_different_range() personality ptr undef {
  %out = invoke i8 @dummy() to label %next unwind label %lpad, !range !1

next:
  ret i8 %out

lpad:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } zeroinitializer
}

define i8 @invoke_with_same_range() personality ptr undef {
  %out = invoke i8 @dummy() to label %next unwind label %lpad, !range !0

next:
  ret i8 %out

lpad:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } zeroinitializer
}

define i8 @call_with_same_range() {
  bitcast i8 0 to i8
  %out = call i8 @dummy(), !range !0
  ret i8 %out
}

declare i8 @dummy();
declare i32 @__gxx_personality_v0(...)

!0 = !{i8 0, i8 2}
!1 = !{i8 5, i8 7}
