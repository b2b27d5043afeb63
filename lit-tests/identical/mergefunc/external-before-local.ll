; The input is llvm/test/Transforms/MergeFunc/external-before-local.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "test1",
; CHECK-NEXT: "test2"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 1,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "test4",
; CHECK-NEXT: "test5",
; CHECK-NEXT: "test6"
; CHECK: "thunks": 2,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

; We should normalize to test2 rather than test1,
; because it allows us to drop test1 entirely

declare void @dummy()

define internal void @test1() unnamed_addr {
    call void @dummy()
    call void @dummy()
    ret void
}

define void @test2() unnamed_addr {
    call void @dummy()
    call void @dummy()
    ret void
}

define void @test3() unnamed_addr {
    call void @test1()
    call void @test2()
    ret void
}

; We should normalize to the existing test6 rather than
; to a new anonymous strong backing function

declare void @dummy2()

define weak void @test4() {
    call void @dummy2()
    call void @dummy2()
    ret void
}
define weak void @test5() {
    call void @dummy2()
    call void @dummy2()
    ret void
}
define void @test6() {
    call void @dummy2()
    call void @dummy2()
    ret void
}
