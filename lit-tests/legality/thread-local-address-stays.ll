; The address of a thread-local variable is no constant: the two are not selected.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= call ptr @llvm.threadlocal.address'
; RUN: sed 's/@second)/@first)/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= call ptr @llvm.threadlocal.address'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = call ptr @llvm.threadlocal.address
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = call ptr @llvm.threadlocal.address

@first = thread_local global i32 0
@second = thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %t = call ptr @llvm.threadlocal.address.p0(ptr @first)
  store i32 7, ptr %t
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %t = call ptr @llvm.threadlocal.address.p0(ptr @second)
  store i32 7, ptr %t
  ret i32 %c
}
