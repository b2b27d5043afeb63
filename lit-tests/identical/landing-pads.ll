; Functions with landing pads merge; invokes of them are redirected.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal void @one(
; CHECK: landingpad
; CHECK-NOT: @two
; CHECK: define void @user(
; CHECK: invoke void @one(ptr %p)
; CHECK-NEXT: to label %next unwind label %pad
; CHECK: invoke void @one(ptr null)
declare i32 @__gxx_personality_v0(...)
declare void @mayThrow(ptr)
declare void @release(ptr)

define internal void @one(ptr %p) personality ptr @__gxx_personality_v0 {
  invoke void @mayThrow(ptr %p)
          to label %done unwind label %pad

done:
  ret void

pad:
  %caught = landingpad { ptr, i32 }
          cleanup
  call void @release(ptr %p)
  resume { ptr, i32 } %caught
}

define internal void @two(ptr %p) personality ptr @__gxx_personality_v0 {
  invoke void @mayThrow(ptr %p)
          to label %done unwind label %pad

done:
  ret void

pad:
  %caught = landingpad { ptr, i32 }
          cleanup
  call void @release(ptr %p)
  resume { ptr, i32 } %caught
}

define void @user(ptr %p) personality ptr @__gxx_personality_v0 {
  invoke void @one(ptr %p)
          to label %next unwind label %pad

next:
  invoke void @two(ptr null)
          to label %done unwind label %pad

done:
  ret void

pad:
  %caught = landingpad { ptr, i32 }
          catch ptr null
  ret void
}
