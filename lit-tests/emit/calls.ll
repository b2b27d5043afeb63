; Calls of a local function that nobody else refers to go straight to the merged one, and the function goes.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='@left(' --implicit-check-not='@right('
; RUN: %opt -passes='f3m<force;verify;thunks=keep>,verify' -S %s | %FileCheck %s --check-prefix=KEEP

declare i32 @sink(i32, ptr)
declare i32 @__gxx_personality_v0(...)

; Each calls itself and the other.
; KEEP: define internal fastcc float @left(ptr noalias {{captures\(none\)|nocapture}} %p, i32 signext %x) #{{[0-9]+}} {
; KEEP-NEXT: %1 = tail call fastcc float @[[MERGED:left.fmerge[.0-9]*]](ptr %p, i32 signext %x, i1 false)
; KEEP-NEXT: ret float %1
define internal fastcc float @left(ptr noalias nocapture %p, i32 signext %x) minsize nounwind {
  %a = load i32, ptr %p
  %b = add i32 %a, %x
  %c = call i32 @sink(i32 %b, ptr %p)
  %self = tail call fastcc float @left(ptr %p, i32 signext %c)
  %f = fmul float %self, 2.0
  ret float %f
}

; KEEP: define internal fastcc float @right(
; KEEP-NEXT: %1 = tail call fastcc float @[[MERGED]](ptr %p, i32 signext %x, i1 true)
define internal fastcc float @right(ptr %p, i32 signext %x) minsize nounwind {
  %a = load i32, ptr %p
  %b = add i32 %a, %x
  %c = call i32 @sink(i32 %b, ptr %p)
  %other = tail call fastcc float @left(ptr %p, i32 signext %c)
  %f = fmul float %other, 3.0
  ret float %f
}

; What a call site says goes along, and so does what the calling convention asks for.
; CHECK-LABEL: define float @site(
; CHECK: %one = tail call nnan fastcc float @[[MERGED:left.fmerge[.0-9]*]](ptr nonnull %p, i32 noundef signext 7, i1 false) #[[COLD:[0-9]+]], !annotation ![[NOTE:[0-9]+]]
; CHECK-NEXT: %two = notail call fastcc float @[[MERGED]](ptr %p, i32 signext 8, i1 true)
; KEEP-LABEL: define float @site(
; KEEP: %one = tail call nnan fastcc float @left(ptr nonnull %p, i32 noundef signext 7)
define float @site(ptr %p) noinline optnone {
  %one = tail call nnan fastcc float @left(ptr nonnull %p, i32 noundef signext 7) cold, !annotation !0
  %two = notail call fastcc float @right(ptr %p, i32 signext 8)
  %sum = fadd float %one, %two
  ret float %sum
}

; CHECK-LABEL: define float @throwing(
; CHECK: %r = invoke fastcc float @[[MERGED]](ptr %p, i32 signext 9, i1 true)
; CHECK-NEXT: to label %fine unwind label %pad
define float @throwing(ptr %p) noinline optnone personality ptr @__gxx_personality_v0 {
  %r = invoke fastcc float @right(ptr %p, i32 signext 9) to label %fine unwind label %pad
fine:
  ret float %r
pad:
  %caught = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %caught
}

; Inside the merged body, the calls are calls like any others.
; CHECK: define internal fastcc float @[[MERGED]](ptr {{.*}}%p, i32 signext %x, i1 noundef %fmerge.id) unnamed_addr #[[ATTRS:[0-9]+]]
; CHECK: tail call fastcc float @[[MERGED]](ptr %p, i32 signext %c, i1 false)

; CHECK-DAG: attributes #[[ATTRS]] = { minsize noinline nounwind }
; CHECK-DAG: attributes #[[COLD]] = { cold }
!0 = !{!"note"}
; CHECK-DAG: ![[NOTE]] = !{!"note"}
