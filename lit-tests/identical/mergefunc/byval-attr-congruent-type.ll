; The input is llvm/test/Transforms/MergeFunc/byval-attr-congruent-type.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": []

%struct.c = type { i32 }
%struct.a = type { i32 }

@d = external dso_local global %struct.c

define void @e(ptr byval(%struct.a) %f) {
  ret void
}

define void @g(ptr byval(%struct.c) %f) {
  ret void
}

define void @h() {
  call void @g(ptr byval(%struct.c) @d)
  ret void
}
