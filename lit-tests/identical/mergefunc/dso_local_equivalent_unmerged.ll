; The input is llvm/test/Transforms/MergeFunc/dso_local_equivalent_unmerged.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": [
; CHECK: "originals": [
; CHECK-NEXT: "func2",
; CHECK-NEXT: "func3",
; CHECK-NEXT: "func4"
; CHECK: "thunks": 2,
; CHECK-NEXT: "aliases": 0,
; CHECK-NEXT: "removed": 0
; CHECK-NOT: "originals"

;; Check the cases involving dso_local_equivalent where we do not expect functions to be merged.

@x = constant { ptr, ptr } { ptr @a, ptr @b }

@x2 = constant { ptr, ptr } { ptr @c, ptr @d }

;; func1 and func2 are different functions.
declare i32 @func1()
define i32 @func2() {
  ret i32 0
}

define internal i32 @a() unnamed_addr {
  %1 = call i32 dso_local_equivalent @func1()
  ret i32 %1
}

define internal i32 @b() unnamed_addr {
  %1 = call i32 dso_local_equivalent @func2()
  ret i32 %1
}

;; func3 and func4 have the same body and signature but do not have merged
;; callers because they are different functions.
define i32 @func3() {
  ret i32 0
}
define i32 @func4() {
  ret i32 0
}

define internal i32 @c() unnamed_addr {
  %1 = call i32 dso_local_equivalent @func3()
  ret i32 %1
}

define internal i32 @d() unnamed_addr {
  %1 = call i32 dso_local_equivalent @func4()
  ret i32 %1
}
