; The input is llvm/test/Transforms/MergeFunc/metadata-call-arguments.ll of LLVM 22.1.8 (Apache-2.0 WITH LLVM-exception, as this
; project); the expectations are ours. See docs/mergefunc.md.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -disable-output %s
; RUN: %python -m json.tool %t | %FileCheck %s
; CHECK: "groups": []

define i64 @call_mdtuple_arg_not_equal_1() {
  %r = call i64 @llvm.read_volatile_register.i64(metadata !0)
  ret i64 %r
}

define i64 @call_mdtuple_arg_not_equal_2() {
  %r = call i64 @llvm.read_volatile_register.i64(metadata !1)
  ret i64 %r
}

define i64 @call_mdtuple_arg_with_cycle_equal_1() {
  %r = call i64 @llvm.read_volatile_register.i64(metadata !2)
  ret i64 %r
}

define i64 @call_mdtuple_arg_with_cycle_equal_2() {
  %r = call i64 @llvm.read_volatile_register.i64(metadata !3)
  ret i64 %r
}

define i64 @call_mdtuple_arg_with_cycle_not_equal_1() {
  %r = call i64 @llvm.read_volatile_register.i64(metadata !3)
  ret i64 %r
}

define i64 @call_mdtuple_arg_with_cycle_not_equal_2() {
  %r = call i64 @llvm.read_volatile_register.i64(metadata !4)
  ret i64 %r
}

define i64 @call_mdtuple_arg_equal_1() {
  %r = call i64 @llvm.read_volatile_register.i64(metadata !5)
  ret i64 %r
}

define i64 @call_mdtuple_arg_equal_2() {
  %r = call i64 @llvm.read_volatile_register.i64(metadata !6)
  ret i64 %r
}

declare i64 @llvm.read_volatile_register.i64(metadata)

!0 = !{!"foo"}
!1 = !{!"bar"}

!2 = distinct !{!2, !"foo"}
!3 = distinct !{!3, !"foo"}

!4 = distinct !{!4, !"bar"}

!5 = !{!"foo", i64 10}
!6 = !{!"foo", i64 10}
;.
;.
