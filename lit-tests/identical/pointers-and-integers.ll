; Functions that differ in a pointer for an integer share the body with the pointers; calls and thunks convert.
; RUN: %opt -passes='identical<speed=ignore;verify>,verify' -S %s | %FileCheck %s
; CHECK-NOT: @number
; CHECK: define internal ptr @pointer(ptr %v, ptr %p)
; CHECK: define i64 @visible(i64 %v, ptr %p)
; CHECK-NEXT: %1 = inttoptr i64 %v to ptr
; CHECK-NEXT: %2 = tail call ptr @pointer(ptr %1, ptr %p)
; CHECK-NEXT: %3 = ptrtoint ptr %2 to i64
; CHECK-NEXT: ret i64 %3
; CHECK: define i64 @user(
; CHECK: %1 = inttoptr i64 %v to ptr
; CHECK-NEXT: %2 = invoke ptr @pointer(ptr %1, ptr %p)
; CHECK-NEXT: to label %[[BACK:.*]] unwind label %pad
; CHECK: [[BACK]]:
; CHECK-NEXT: %b = ptrtoint ptr %2 to i64
; CHECK: %sum = phi i64 [ %b, %[[BACK]] ]
target datalayout = "e-p:64:64"
declare i32 @__gxx_personality_v0(...)

define internal i64 @number(i64 %v, ptr %p) {
  %old = load i64, ptr %p
  store i64 %v, ptr %p
  %same = icmp eq i64 %old, %v
  %next = getelementptr i8, ptr %p, i64 8
  store i1 %same, ptr %next
  ret i64 %old
}

define internal ptr @pointer(ptr %v, ptr %p) {
  %old = load ptr, ptr %p
  store ptr %v, ptr %p
  %same = icmp eq ptr %old, %v
  %next = getelementptr i8, ptr %p, i64 8
  store i1 %same, ptr %next
  ret ptr %old
}

define i64 @visible(i64 %v, ptr %p) {
  %old = load i64, ptr %p
  store i64 %v, ptr %p
  %same = icmp eq i64 %old, %v
  %next = getelementptr i8, ptr %p, i64 8
  store i1 %same, ptr %next
  ret i64 %old
}

define i64 @user(i64 %v, ptr %p) personality ptr @__gxx_personality_v0 {
  %a = call ptr @pointer(ptr %p, ptr %p)
  %b = invoke i64 @number(i64 %v, ptr %p)
          to label %done unwind label %pad

done:
  %sum = phi i64 [ %b, %0 ]
  ret i64 %sum

pad:
  %caught = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %caught
}
