; The input is llvm/test/Transforms/MergeFunc/alias.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "external_external_1",
; CHECK-NEXT: "external_external_2"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 1,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "external_internal_1",
; CHECK-NEXT: "external_internal_2"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 1
; CHECK: "originals": [
; CHECK-NEXT: "internal_external_1",
; CHECK-NEXT: "internal_external_2"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 1,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "weak_weak_1",
; CHECK-NEXT: "weak_weak_2"
; CHECK: "thunks": 2,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "weak_external_1",
; CHECK-NEXT: "weak_external_2"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "external_weak_1",
; CHECK-NEXT: "external_weak_2"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "weak_internal_1",
; CHECK-NEXT: "weak_internal_2"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "internal_weak_1",
; CHECK-NEXT: "internal_weak_2"
; CHECK: "thunks": 1,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "internal_internal_1",
; CHECK-NEXT: "internal_internal_2"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 1
; CHECK-NOT: "originals"

; Aliases should always be created for the weak functions, and
; for external functions if there is no local function

; A strong backing function had to be created for the weak-weak pair

; These internal functions are dropped in favor of the external ones

; Only used to mark which functions should be merged.
declare void @dummy1()
declare void @dummy2()
declare void @dummy3()
declare void @dummy4()
declare void @dummy5()
declare void @dummy6()
declare void @dummy7()
declare void @dummy8()
declare void @dummy9()

define void @external_external_1(ptr %a) unnamed_addr {
  call void @dummy1()
  ret void
}
define void @external_external_2(ptr %a) unnamed_addr {
  call void @dummy1()
  ret void
}

define void @external_internal_1(ptr %a) unnamed_addr {
  call void @dummy2()
  ret void
}
define internal void @external_internal_2(ptr %a) unnamed_addr {
  call void @dummy2()
  ret void
}

define internal void @internal_external_1(ptr %a) unnamed_addr {
  call void @dummy3()
  ret void
}
define void @internal_external_2(ptr %a) unnamed_addr {
  call void @dummy3()
  ret void
}

define weak void @weak_weak_1(ptr %a) unnamed_addr {
  call void @dummy4()
  ret void
}
define weak void @weak_weak_2(ptr %a) unnamed_addr {
  call void @dummy4()
  ret void
}

define weak void @weak_external_1(ptr %a) unnamed_addr {
  call void @dummy5()
  ret void
}
define external void @weak_external_2(ptr %a) unnamed_addr {
  call void @dummy5()
  ret void
}

define external void @external_weak_1(ptr %a) unnamed_addr {
  call void @dummy6()
  ret void
}
define weak void @external_weak_2(ptr %a) unnamed_addr {
  call void @dummy6()
  ret void
}

define weak void @weak_internal_1(ptr %a) unnamed_addr {
  call void @dummy7()
  ret void
}
define internal void @weak_internal_2(ptr %a) unnamed_addr {
  call void @dummy7()
  ret void
}

define internal void @internal_weak_1(ptr %a) unnamed_addr {
  call void @dummy8()
  ret void
}
define weak void @internal_weak_2(ptr %a) unnamed_addr {
  call void @dummy8()
  ret void
}

define internal void @internal_internal_1(ptr %a) unnamed_addr {
  call void @dummy9()
  ret void
}
define internal void @internal_internal_2(ptr %a) unnamed_addr {
  call void @dummy9()
  ret void
}
