; The input is llvm/test/Transforms/MergeFunc/unnamed-addr-reprocessing.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
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
; CHECK-NEXT: "test3",
; CHECK-NEXT: "test4"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 1,
; CHECK-NEXT: "removed": 0
; CHECK: "originals": [
; CHECK-NEXT: "test5",
; CHECK-NEXT: "test6"
; CHECK: "thunks": 0,
; CHECK-NEXT: "aliases": 1,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

; After the merge of test5 and test6, we can merge test3 and test4,
; then test1 and test2.

declare void @dummy()

define void @test1() unnamed_addr {
    call void @test3()
    call void @test3()
    ret void
}

define void @test2() unnamed_addr {
    call void @test4()
    call void @test4()
    ret void
}

define void @test3() unnamed_addr {
    call void @test5()
    call void @test5()
    ret void
}

define void @test4() unnamed_addr {
    call void @test6()
    call void @test6()
    ret void
}

define void @test5() unnamed_addr {
    call void @dummy()
    call void @dummy()
    ret void
}

define void @test6() unnamed_addr {
    call void @dummy()
    call void @dummy()
    ret void
}
