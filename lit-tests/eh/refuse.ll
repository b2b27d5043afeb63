; What is not handled by landing pads and a table of call sites stays as it is, and so do functions that leave
; their exceptions to different personalities.
; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -passes='f3m<force;verify;report=%t/funclets.json>' -S %t/funclets.ll | %FileCheck %t/funclets.ll --implicit-check-not=fmerge
; RUN: %FileCheck %t/funclets.ll --check-prefix=WHY < %t/funclets.json
; RUN: %opt -passes='f3m<force;verify;report=%t/scopes.json>' -S %t/scopes.ll | %FileCheck %t/scopes.ll --implicit-check-not=fmerge
; RUN: %FileCheck %t/scopes.ll --check-prefix=WHY < %t/scopes.json
; RUN: %opt -passes='f3m<force;verify;report=%t/personalities.json>' -S %t/personalities.ll | %FileCheck %t/personalities.ll --implicit-check-not=fmerge
; RUN: %FileCheck %t/personalities.ll --check-prefix=WHY < %t/personalities.json
; RUN: %opt -passes='f3m<force;verify;report=%t/frame.json>' -S %t/frame.ll | %FileCheck %t/frame.ll --implicit-check-not=fmerge
; RUN: %FileCheck %t/frame.ll --check-prefix=WHY < %t/frame.json

;--- funclets.ll
declare void @work(i32)
declare void @clean(i32)
declare i32 @__CxxFrameHandler3(...)

; CHECK-LABEL: define void @left(
; CHECK: cleanuppad
define void @left(i32 %x) minsize personality ptr @__CxxFrameHandler3 {
  invoke void @work(i32 %x) to label %done unwind label %pad
done:
  ret void
pad:
  %cleanup = cleanuppad within none []
  call void @clean(i32 3) [ "funclet"(token %cleanup) ]
  cleanupret from %cleanup unwind to caller
}

; CHECK-LABEL: define void @right(
; WHY: "exception-handling":2
define void @right(i32 %x) minsize personality ptr @__CxxFrameHandler3 {
  invoke void @work(i32 %x) to label %done unwind label %pad
done:
  ret void
pad:
  %cleanup = cleanuppad within none []
  call void @clean(i32 4) [ "funclet"(token %cleanup) ]
  cleanupret from %cleanup unwind to caller
}

;--- scopes.ll
declare void @work(i32)
declare void @clean(i32)
declare i32 @__C_specific_handler(...)

; CHECK-LABEL: define void @left(
; CHECK: landingpad
define void @left(i32 %x) minsize personality ptr @__C_specific_handler {
  invoke void @work(i32 %x) to label %done unwind label %pad
done:
  ret void
pad:
  %caught = landingpad { ptr, i32 } cleanup
  call void @clean(i32 3)
  resume { ptr, i32 } %caught
}

; CHECK-LABEL: define void @right(
; WHY: "exception-handling":2
define void @right(i32 %x) minsize personality ptr @__C_specific_handler {
  invoke void @work(i32 %x) to label %done unwind label %pad
done:
  ret void
pad:
  %caught = landingpad { ptr, i32 } cleanup
  call void @clean(i32 4)
  resume { ptr, i32 } %caught
}

;--- personalities.ll
declare void @work(i32)
declare void @clean(i32)
declare i32 @__gxx_personality_v0(...)
declare i32 @__gcc_personality_v0(...)

; CHECK-LABEL: define void @left(
; WHY: "eligible":3
; WHY: "merges":0
define void @left(i32 %x) minsize personality ptr @__gxx_personality_v0 {
  invoke void @work(i32 %x) to label %done unwind label %pad
done:
  ret void
pad:
  %caught = landingpad { ptr, i32 } cleanup
  call void @clean(i32 3)
  resume { ptr, i32 } %caught
}

; CHECK-LABEL: define void @right(
define void @right(i32 %x) minsize personality ptr @__gcc_personality_v0 {
  invoke void @work(i32 %x) to label %done unwind label %pad
done:
  ret void
pad:
  %caught = landingpad { ptr, i32 } cleanup
  call void @clean(i32 4)
  resume { ptr, i32 } %caught
}

; CHECK-LABEL: define void @without(
define void @without(i32 %x) minsize {
  call void @work(i32 %x)
  call void @clean(i32 3)
  call void @clean(i32 4)
  ret void
}

;--- frame.ll
; The other intrinsics of exception handling depend on the frame.
declare void @work(i32)
declare ptr @llvm.eh.dwarf.cfa(i32)
declare void @use(ptr)

; CHECK-LABEL: define void @left(
; WHY: "frame-dependent":2
define void @left(i32 %x) minsize {
  call void @work(i32 %x)
  %frame = call ptr @llvm.eh.dwarf.cfa(i32 0)
  call void @use(ptr %frame)
  ret void
}

; CHECK-LABEL: define void @right(
define void @right(i32 %x) minsize {
  call void @work(i32 %x)
  %frame = call ptr @llvm.eh.dwarf.cfa(i32 0)
  call void @use(ptr %frame)
  ret void
}
