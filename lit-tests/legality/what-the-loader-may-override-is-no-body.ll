; In a shared library, the loader may take another program's @exported. Then @hidden and @also_exported must not run that: they call
; a body that no name leads to, or the hidden one. In a program, and where the symbol is known to be local to what is linked
; (dso_local), an exported function is a body as before.
; RUN: %opt -passes=identical -S %s | %FileCheck %s
; RUN: sed 's/"PIC Level"/"other"/' %s | %opt -passes=identical -S | %FileCheck --check-prefix=PROGRAM %s
; RUN: sed 's/define void @exported/define dso_local void @exported/' %s | %opt -passes=identical -S | %FileCheck --check-prefix=PROGRAM %s
; CHECK: define void @exported(
; CHECK: call void @hidden(
; CHECK: define hidden void @hidden(
; CHECK: call void @h(
; CHECK: define void @alone(
; CHECK: call void @[[body:[a-z_.]+]](
; CHECK: define void @also_alone(
; CHECK: call void @[[body]](
; CHECK: define internal void @[[body]](
; PROGRAM: define {{(dso_local )?}}void @exported(
; PROGRAM: call void @h(
; PROGRAM: define hidden void @hidden(
; PROGRAM: call void @exported(

target triple = "x86_64-unknown-linux-gnu"

declare void @h(i32)

define void @exported(i32 %n) minsize optsize {
  call void @h(i32 %n)
  %m = mul i32 %n, 77
  call void @h(i32 %m)
  %k = xor i32 %m, 1234
  call void @h(i32 %k)
  ret void
}

define hidden void @hidden(i32 %n) minsize optsize {
  call void @h(i32 %n)
  %m = mul i32 %n, 77
  call void @h(i32 %m)
  %k = xor i32 %m, 1234
  call void @h(i32 %k)
  ret void
}

define void @alone(i32 %n) minsize optsize {
  call void @h(i32 1)
  call void @h(i32 %n)
  %m = mul i32 %n, 99
  call void @h(i32 %m)
  %k = xor i32 %m, 4321
  call void @h(i32 %k)
  call void @h(i32 3)
  ret void
}

define void @also_alone(i32 %n) minsize optsize {
  call void @h(i32 1)
  call void @h(i32 %n)
  %m = mul i32 %n, 99
  call void @h(i32 %m)
  %k = xor i32 %m, 4321
  call void @h(i32 %k)
  call void @h(i32 3)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"PIC Level", i32 2}
