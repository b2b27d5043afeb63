; Which functions a call may reach, and how its memory is used, goes unless both sides say the same; so do notes
; of where assembly came from.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s 
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK: call void %q(i32 1), !callees ![[CALLEES:[0-9]+]]{{$}}
; CHECK: call void %q(i32 2){{$}}
; CHECK: call ptr @malloc(i64 16){{$}}
; CHECK: call void asm sideeffect "nop", ""(), !srcloc ![[LOC:[0-9]+]]{{$}}
; CHECK: call void asm sideeffect "nop; nop", ""(){{$}}

declare void @one(i32)
declare void @two(i32)
declare ptr @malloc(i64)

define void @left(ptr %p, ptr %q) {
  call void %q(i32 1), !callees !0
  call void %q(i32 2), !callees !0
  %b = call ptr @malloc(i64 16), !memprof !3, !callsite !5
  store ptr %b, ptr %q
  call void asm sideeffect "nop", ""(), !srcloc !8
  call void asm sideeffect "nop; nop", ""(), !srcloc !8
  store i32 1, ptr %p
  ret void
}

define void @right(ptr %p, ptr %q) {
  call void %q(i32 1), !callees !0
  call void %q(i32 2), !callees !1
  %b = call ptr @malloc(i64 16), !memprof !10, !callsite !12
  store ptr %b, ptr %q
  call void asm sideeffect "nop", ""(), !srcloc !8
  call void asm sideeffect "nop; nop", ""(), !srcloc !9
  store i32 2, ptr %p
  ret void
}

!0 = !{ptr @one, ptr @two}
!1 = !{ptr @one}
!3 = !{!4}
!4 = !{!5, !"notcold"}
!5 = !{i64 1}
!8 = !{i64 100}
!9 = !{i64 200}
!10 = !{!11}
!11 = !{!12, !"notcold"}
!12 = !{i64 2}
