; What `!type` says of a function is asked of its address: functions that are only called are equal whatever it says, such as
; methods of classes in anonymous namespaces. An address stays that of a function with its own type, also as a value.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='identical<force;verify>,verify' -S %s | %FileCheck %s

declare void @use(i32)
declare void @keep(ptr)

; CHECK: define internal void @called_one(i32 %x) unnamed_addr !type ![[ONE:[0-9]+]]
; CHECK-NOT: @called_two(
define internal void @called_one(i32 %x) unnamed_addr !type !0 {
  call void @use(i32 %x)
  call void @use(i32 1)
  call void @use(i32 2)
  call void @use(i32 3)
  call void @use(i32 4)
  call void @use(i32 5)
  call void @use(i32 6)
  ret void
}

define internal void @called_two(i32 %x) unnamed_addr !type !1 {
  call void @use(i32 %x)
  call void @use(i32 1)
  call void @use(i32 2)
  call void @use(i32 3)
  call void @use(i32 4)
  call void @use(i32 5)
  call void @use(i32 6)
  ret void
}

; CHECK-DAG: define internal void @taken_one(i32 %x) unnamed_addr !type ![[ONE]]
; CHECK-DAG: define internal void @taken_two(i32 %x) unnamed_addr !type ![[TWO:[0-9]+]]
define internal void @taken_one(i32 %x) unnamed_addr !type !0 {
  call void @use(i32 %x)
  call void @use(i32 11)
  call void @use(i32 12)
  call void @use(i32 13)
  call void @use(i32 14)
  call void @use(i32 15)
  call void @use(i32 16)
  ret void
}

define internal void @taken_two(i32 %x) unnamed_addr !type !1 {
  call void @use(i32 %x)
  call void @use(i32 11)
  call void @use(i32 12)
  call void @use(i32 13)
  call void @use(i32 14)
  call void @use(i32 15)
  call void @use(i32 16)
  ret void
}

; Who passes one address is not who passes the other.
; CHECK: define void @passes_one()
; CHECK-NEXT: call void @keep(ptr @taken_one)
; CHECK: define void @passes_two()
; CHECK-NEXT: call void @keep(ptr @taken_two)
define void @passes_one() {
  call void @keep(ptr @taken_one)
  call void @use(i32 21)
  call void @use(i32 22)
  call void @use(i32 23)
  call void @use(i32 24)
  call void @use(i32 25)
  ret void
}

define void @passes_two() {
  call void @keep(ptr @taken_two)
  call void @use(i32 21)
  call void @use(i32 22)
  call void @use(i32 23)
  call void @use(i32 24)
  call void @use(i32 25)
  ret void
}

; CHECK: define void @user()
; CHECK-NEXT: call void @called_one(i32 1)
; CHECK-NEXT: call void @called_one(i32 2)
define void @user() {
  call void @called_one(i32 1)
  call void @called_two(i32 2)
  ret void
}

; CHECK-DAG: ![[ONE]] = !{i64 0, ![[FIRST:[0-9]+]]}
; CHECK-DAG: ![[TWO]] = !{i64 0, ![[SECOND:[0-9]+]]}
; CHECK-DAG: ![[FIRST]] = distinct !{}
; CHECK-DAG: ![[SECOND]] = distinct !{}
!0 = !{i64 0, !2}
!1 = !{i64 0, !3}
!2 = distinct !{}
!3 = distinct !{}
