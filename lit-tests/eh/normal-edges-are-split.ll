; LLVM 22 at -O0 lets a landing pad read copies that are made after the call when the normal destination, which
; several invokes share, has equal φs: an exception then finds the values of an earlier iteration. So no
; invoke of a merged function shares the end of its normal edge.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal {{.*}}@left.fmerge(
; CHECK-COUNT-2: to label %{{.*}}_crit_edge{{.*}} unwind
; CHECK-NOT: to label
; CHECK: {{^}}}

declare i32 @__gxx_personality_v0(...)
declare void @may_throw(i32)
declare void @note(i32)

define void @left(i1 %which, i32 %n) personality ptr @__gxx_personality_v0 {
entry:
  br i1 %which, label %one, label %two
one:
  call void @note(i32 1)
  invoke void @may_throw(i32 %n) to label %join unwind label %pad
two:
  call void @note(i32 2)
  invoke void @may_throw(i32 3) to label %join unwind label %pad
join:
  %j = phi i32 [ %n, %one ], [ 7, %two ]
  call void @note(i32 %j)
  ret void
pad:
  %p = phi i32 [ %n, %one ], [ 7, %two ]
  %l = landingpad { ptr, i32 } cleanup
  call void @note(i32 %p)
  resume { ptr, i32 } %l
}

define void @right(i1 %which, i32 %n) personality ptr @__gxx_personality_v0 {
entry:
  br i1 %which, label %one, label %two
one:
  call void @note(i32 4)
  invoke void @may_throw(i32 %n) to label %join unwind label %pad
two:
  call void @note(i32 5)
  invoke void @may_throw(i32 6) to label %join unwind label %pad
join:
  %j = phi i32 [ %n, %one ], [ 8, %two ]
  call void @note(i32 %j)
  ret void
pad:
  %p = phi i32 [ %n, %one ], [ 8, %two ]
  %l = landingpad { ptr, i32 } cleanup
  call void @note(i32 %p)
  resume { ptr, i32 } %l
}
