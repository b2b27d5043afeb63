; The input is llvm/test/Transforms/MergeFunc/mismatching-attr-crash.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": []

define void @foo(ptr byval(i8) %a0, ptr swiftself %a4) {
entry:
  call void %a0(ptr byval(i8) %a0, ptr swiftself %a4)
  ret void
}

define void @bar(ptr byval(i8) %a0, ptr swifterror %a4) {
entry:
  call void %a0(ptr byval(i8) %a0, ptr swifterror %a4)
  ret void
}
