; Functions with landing pads are merged: pads stay right behind their invokes.
; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -passes='f3m<force;verify>,verify' -S %t/shared-pad.ll | %FileCheck %t/shared-pad.ll
; RUN: %opt -passes='f3m<force;verify>,verify' -S %t/mixture.ll | %FileCheck %t/mixture.ll
; RUN: %opt -passes='f3m<force;verify>,verify' -S %t/normal-phi.ll | %FileCheck %t/normal-phi.ll
; RUN: %opt -passes='f3m<force;verify>,verify' -S %t/two-results.ll | %FileCheck %t/two-results.ll
; RUN: %opt -passes='f3m<force;verify>,verify' -S %t/clauses.ll | %FileCheck %t/clauses.ll
; RUN: %opt -passes='f3m<force;verify>,verify' -S %t/catch.ll | %FileCheck %t/catch.ll
; RUN: %opt -passes='f3m<force;verify>,verify' -S %t/calls.ll | %FileCheck %t/calls.ll

; The pad of several invokes is neither cloned nor split off: what differs comes behind it.
;--- shared-pad.ll
declare void @work(i32)
declare void @clean(i32)
declare i32 @__gxx_personality_v0(...)

define i32 @left(i32 %x) minsize personality ptr @__gxx_personality_v0 {
  invoke void @work(i32 %x) to label %second unwind label %pad
second:
  invoke void @work(i32 1) to label %done unwind label %pad
done:
  ret i32 %x
pad:
  %where = phi i32 [ 10, %0 ], [ 11, %second ]
  %caught = landingpad { ptr, i32 } cleanup
  call void @clean(i32 %where)
  call void @clean(i32 3)
  resume { ptr, i32 } %caught
}

define i32 @right(i32 %x) minsize personality ptr @__gxx_personality_v0 {
  invoke void @work(i32 %x) to label %second unwind label %pad
second:
  invoke void @work(i32 2) to label %done unwind label %pad
done:
  ret i32 %x
pad:
  %where = phi i32 [ 20, %0 ], [ 21, %second ]
  %caught = landingpad { ptr, i32 } cleanup
  call void @clean(i32 %where)
  call void @clean(i32 4)
  resume { ptr, i32 } %caught
}

; CHECK-LABEL: define internal i32 @left.fmerge(
; CHECK-NEXT: %[[FROM:.*]] = select i1 %fmerge.id, i32 20, i32 10
; CHECK-NEXT: invoke void @work(i32 %x)
; CHECK-NEXT: to label %{{.*}} unwind label %[[PAD:.*]]
; CHECK: invoke void @work(
; CHECK-NEXT: to label %{{.*}} unwind label %[[PAD]]
; CHECK: [[PAD]]:
; CHECK-NEXT: %where = phi i32 [ %[[FROM]], %0 ]
; CHECK-NEXT: %caught = landingpad { ptr, i32 }
; CHECK-NEXT: cleanup
; CHECK-NEXT: call void @clean(i32 %where)
; CHECK: resume { ptr, i32 } %caught
; CHECK-NOT: landingpad
; CHECK: }

;--- mixture.ll
; One call is another on each side: shared and guarded invokes lead to one place, of the guarded ones, which end alike,
; one by a pad of its own (docs/lab/phi-elimination.md).
declare void @work(i32)
declare void @lefts(i32, i32)
declare void @rights(i32)
declare void @clean(i32)
declare i32 @__gxx_personality_v0(...)

define i32 @left(i32 %x) minsize personality ptr @__gxx_personality_v0 {
  invoke void @work(i32 %x) to label %second unwind label %pad
second:
  invoke void @lefts(i32 1, i32 2) to label %third unwind label %pad
third:
  invoke void @work(i32 7) to label %done unwind label %pad
done:
  ret i32 %x
pad:
  %where = phi i32 [ 10, %0 ], [ 11, %second ], [ 12, %third ]
  %caught = landingpad { ptr, i32 } cleanup
  call void @clean(i32 %where)
  resume { ptr, i32 } %caught
}

define i32 @right(i32 %x) minsize personality ptr @__gxx_personality_v0 {
  invoke void @work(i32 %x) to label %second unwind label %pad
second:
  invoke void @rights(i32 2) to label %third unwind label %pad
third:
  invoke void @work(i32 7) to label %done unwind label %pad
done:
  ret i32 %x
pad:
  %where = phi i32 [ 10, %0 ], [ 21, %second ], [ 12, %third ]
  %caught = landingpad { ptr, i32 } cleanup
  call void @clean(i32 %where)
  resume { ptr, i32 } %caught
}

; CHECK-LABEL: define internal i32 @left.fmerge(
; CHECK: invoke void @work(i32 %x)
; CHECK-NEXT: to label %{{.*}} unwind label %[[PAD:.*]]
; CHECK: invoke void @lefts(i32 1, i32 2)
; CHECK-NEXT: to label %{{.*}} unwind label %[[LEFT:.*]]
; CHECK: invoke void @work(i32 7)
; CHECK-NEXT: to label %{{.*}} unwind label %[[PAD]]
; CHECK: [[LEFT]]:
; CHECK-NEXT: landingpad
; CHECK: [[PAD]]:
; CHECK-NEXT: %[[OTHERS:.*]] = phi i32 [ {{10|12|21}}, %{{.*}} ], [ {{10|12|21}}, %{{.*}} ], [ {{10|12|21}}, %{{.*}} ]
; CHECK-NEXT: landingpad
; CHECK: %where = phi i32 [ 11, %[[LEFT]] ], [ %[[OTHERS]], %[[PAD]] ]
; CHECK: call void @clean(i32 %where)
; CHECK: invoke void @rights(i32 2)
; CHECK-NEXT: to label %{{.*}} unwind label %[[PAD]]
; CHECK-NOT: landingpad
; CHECK: }

;--- normal-phi.ll
; The result of an invoke feeds a φ of its normal destination, on one side only: the select of the two values
; cannot stand before the invoke, so it gets a block of its own on the normal edge.
declare i32 @work(i32)
declare void @clean()
declare i32 @__gxx_personality_v0(...)

define i32 @left(i32 %x, i1 %c) minsize personality ptr @__gxx_personality_v0 {
  br i1 %c, label %try, label %join
try:
  %r = invoke i32 @work(i32 %x) to label %join unwind label %pad
join:
  %v = phi i32 [ %r, %try ], [ 5, %0 ]
  %twice = mul i32 %v, %v
  %more = xor i32 %twice, %x
  ret i32 %more
pad:
  %caught = landingpad { ptr, i32 } cleanup
  call void @clean()
  resume { ptr, i32 } %caught
}

define i32 @right(i32 %x, i1 %c) minsize personality ptr @__gxx_personality_v0 {
  br i1 %c, label %try, label %join
try:
  %r = invoke i32 @work(i32 %x) to label %join unwind label %pad
join:
  %v = phi i32 [ 8, %try ], [ 5, %0 ]
  %twice = mul i32 %v, %v
  %more = xor i32 %twice, %x
  ret i32 %more
pad:
  %caught = landingpad { ptr, i32 } cleanup
  call void @clean()
  resume { ptr, i32 } %caught
}

; CHECK-LABEL: define internal i32 @left.fmerge(
; CHECK: %r = invoke i32 @work(i32 %x)
; CHECK-NEXT: to label %[[NORMAL:.*]] unwind label %
; CHECK: %v = phi i32 [ 5, %0 ], [ %[[BOTH:.*]], %[[NORMAL]] ]
; CHECK: [[NORMAL]]:
; CHECK-NEXT: %[[BOTH]] = select i1 %fmerge.id, i32 8, i32 %r
; CHECK-NEXT: br label %

;--- two-results.ll
; The results of two guarded invokes become one value by a φ.
declare i32 @lefts(i32, i32)
declare i32 @rights(i32)
declare void @use(i32, i32)
declare i32 @__gxx_personality_v0(...)

define void @left(i32 %x) minsize personality ptr @__gxx_personality_v0 {
  call void @use(i32 %x, i32 1)
  %r = invoke i32 @lefts(i32 %x, i32 2) to label %done unwind label %pad
done:
  call void @use(i32 %r, i32 2)
  call void @use(i32 %r, i32 3)
  ret void
pad:
  %caught = landingpad { ptr, i32 } cleanup
  call void @use(i32 %x, i32 4)
  resume { ptr, i32 } %caught
}

define void @right(i32 %x) minsize personality ptr @__gxx_personality_v0 {
  call void @use(i32 %x, i32 1)
  %r = invoke i32 @rights(i32 %x) to label %done unwind label %pad
done:
  call void @use(i32 %r, i32 2)
  call void @use(i32 %r, i32 3)
  ret void
pad:
  %caught = landingpad { ptr, i32 } cleanup
  call void @use(i32 %x, i32 4)
  resume { ptr, i32 } %caught
}

; CHECK-LABEL: define internal void @left.fmerge(
; CHECK: [[PAD:[0-9]+]]:
; CHECK-NEXT: %caught = landingpad
; CHECK: %[[RESULT:.*]] = phi i32 [ %r, %{{.*}} ], [ %r1, %{{.*}} ]
; CHECK-NEXT: call void @use(i32 %[[RESULT]], i32 2)
; CHECK: %r = invoke i32 @lefts(i32 %x, i32 2)
; CHECK-NEXT: to label %{{.*}} unwind label %[[PAD]]
; CHECK: %r1 = invoke i32 @rights(i32 %x)
; CHECK-NEXT: to label %{{.*}} unwind label %[[PAD]]
; CHECK: }

;--- clauses.ll
; Pads that catch different things are two pads, and so the invokes that lead there are two as well.
@one = external constant ptr
@two = external constant ptr
declare void @work(i32)
declare void @use(i32, i32)
declare i32 @__gxx_personality_v0(...)

define void @left(i32 %x) minsize personality ptr @__gxx_personality_v0 {
  call void @use(i32 %x, i32 1)
  call void @use(i32 %x, i32 2)
  invoke void @work(i32 %x) to label %done unwind label %pad
done:
  ret void
pad:
  %caught = landingpad { ptr, i32 } catch ptr @one
  call void @use(i32 %x, i32 3)
  ret void
}

define void @right(i32 %x) minsize personality ptr @__gxx_personality_v0 {
  call void @use(i32 %x, i32 1)
  call void @use(i32 %x, i32 2)
  invoke void @work(i32 %x) to label %done unwind label %pad
done:
  ret void
pad:
  %caught = landingpad { ptr, i32 } catch ptr @two
  call void @use(i32 %x, i32 3)
  ret void
}

; CHECK-LABEL: define internal void @left.fmerge(
; CHECK: br i1 %fmerge.id, label %[[RIGHT:.*]], label %[[LEFT:.*]]
; CHECK: [[ONE:[0-9]+]]:
; CHECK-NEXT: landingpad
; CHECK-NEXT: catch ptr @one
; CHECK: [[TWO:[0-9]+]]:
; CHECK-NEXT: landingpad
; CHECK-NEXT: catch ptr @two
; CHECK: [[LEFT]]:
; CHECK-NEXT: invoke void @work(i32 %x)
; CHECK-NEXT: to label %{{.*}} unwind label %[[ONE]]
; CHECK: [[RIGHT]]:
; CHECK-NEXT: invoke void @work(i32 %x)
; CHECK-NEXT: to label %{{.*}} unwind label %[[TWO]]

;--- catch.ll
; The number of a caught type is asked for in the merged function, where the pads with that type are.
@one = external constant ptr
@two = external constant ptr
declare i32 @work(i32)
declare void @use(i32)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare i32 @__gxx_personality_v0(...)

define i32 @left(i32 %x) minsize personality ptr @__gxx_personality_v0 {
  %r = invoke i32 @work(i32 %x) to label %done unwind label %pad
done:
  ret i32 %r
pad:
  %caught = landingpad { ptr, i32 } cleanup catch ptr @one
  %sort = extractvalue { ptr, i32 } %caught, 1
  %number = call i32 @llvm.eh.typeid.for.p0(ptr @one)
  %is = icmp eq i32 %sort, %number
  br i1 %is, label %catch, label %clean
catch:
  %object = extractvalue { ptr, i32 } %caught, 0
  call ptr @__cxa_begin_catch(ptr %object)
  call void @__cxa_end_catch()
  ret i32 1
clean:
  call void @use(i32 3)
  resume { ptr, i32 } %caught
}

define i32 @right(i32 %x) minsize personality ptr @__gxx_personality_v0 {
  %r = invoke i32 @work(i32 %x) to label %done unwind label %pad
done:
  ret i32 %r
pad:
  %caught = landingpad { ptr, i32 } cleanup catch ptr @one
  %sort = extractvalue { ptr, i32 } %caught, 1
  %number = call i32 @llvm.eh.typeid.for.p0(ptr @one)
  %is = icmp eq i32 %sort, %number
  br i1 %is, label %catch, label %clean
catch:
  %object = extractvalue { ptr, i32 } %caught, 0
  call ptr @__cxa_begin_catch(ptr %object)
  call void @__cxa_end_catch()
  ret i32 2
clean:
  call void @use(i32 4)
  resume { ptr, i32 } %caught
}

; CHECK-LABEL: define internal i32 @left.fmerge(
; CHECK: %r = invoke i32 @work(i32 %x)
; CHECK: %caught = landingpad
; CHECK-NEXT: cleanup
; CHECK-NEXT: catch ptr @one
; CHECK: %number = call i32 @llvm.eh.typeid.for.p0(ptr @one)
; CHECK-NOT: typeid
; CHECK: select i1 %fmerge.id, i32 2, i32 1
; CHECK: resume { ptr, i32 } %caught

;--- calls.ll
; Invokes of functions that go become invokes of the merged one; a thunk calls, and lets pass what is thrown.
declare void @work(i32)
declare void @use(i32)
declare i32 @__gxx_personality_v0(...)

define internal i32 @left(i32 %x) minsize noinline {
  call void @work(i32 %x)
  call void @use(i32 5)
  %r = mul i32 %x, 3
  ret i32 %r
}

define i32 @right(i32 %x) minsize noinline {
  call void @work(i32 %x)
  call void @use(i32 6)
  %r = mul i32 %x, 3
  ret i32 %r
}

define i32 @caller(i32 %x) noinline optnone personality ptr @__gxx_personality_v0 {
  %a = invoke i32 @left(i32 %x) to label %done unwind label %pad
done:
  ret i32 %a
pad:
  %caught = landingpad { ptr, i32 } catch ptr null
  ret i32 0
}

; CHECK-LABEL: define i32 @right(i32 %x)
; CHECK-NOT: nounwind
; CHECK-NEXT: %1 = tail call i32 @left.fmerge(i32 %x, i1 true)
; CHECK-LABEL: define i32 @caller(
; CHECK-NEXT: %a = invoke i32 @left.fmerge(i32 %x, i1 false)
; CHECK-NEXT: to label %done unwind label %pad
