; Addresses of imported variables are loaded where they are used: they may be selected like others. Imported
; callees are known callees, and stay.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify>' -S %s | llc -filetype=null
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-DAG: select i1 %fmerge.id, ptr @two, ptr @one
; CHECK-DAG: call void @f(
; CHECK-DAG: call void @g(

target triple = "x86_64-pc-windows-msvc"
@one = external dllimport global i32
@two = external dllimport global i32
declare dllimport void @f(i32)
declare dllimport void @g(i32)

define i32 @left(ptr %p) {
  %a = load i32, ptr @one
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @f(i32 %c)
  ret i32 %c
}

define i32 @right(ptr %p) {
  %a = load i32, ptr @two
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  call void @g(i32 %c)
  ret i32 %c
}
