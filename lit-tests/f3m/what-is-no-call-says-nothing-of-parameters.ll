; The address of a block and an operand of an assumption name a function whose parameters are looked at, and are no calls of it.
; Parameters may be structures, unused, undefined, or those of the function itself.
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify>,f3m<before-inlining;force;verify>' -S %s | %FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK: define void @start(
define void @start(ptr %p, {i64, i64} %both) minsize {
  call void @llvm.assume(i1 true) [ "nonnull"(ptr @assumed) ]
  call void @assumed(ptr null, i64 1)
  call void @itself(ptr null, {i64, i64} zeroinitializer)
  call void @unknown(ptr undef, i64 poison)
  ret void
}

declare void @llvm.assume(i1)
declare void @note(i64)

define internal void @assumed(ptr %p, i64 %n) minsize noinline {
  %none = icmp eq ptr %p, null
  br i1 %none, label %end, label %work
work:
  call void @note(i64 ptrtoint (ptr blockaddress(@assumed, %end) to i64))
  call void @note(i64 2)
  br label %end
end:
  call void @note(i64 %n)
  ret void
}

define internal void @itself(ptr %p, {i64, i64} %both) minsize noinline {
  %n = extractvalue {i64, i64} %both, 0
  %none = icmp eq ptr %p, null
  br i1 %none, label %end, label %work
work:
  call void @itself(ptr %p, {i64, i64} %both)
  call void @note(i64 2)
  br label %end
end:
  call void @note(i64 %n)
  ret void
}

define internal void @unknown(ptr %p, i64 %n) minsize noinline {
  %none = icmp eq ptr %p, null
  br i1 %none, label %end, label %work
work:
  call void @unknown(ptr %p, i64 3)
  call void @note(i64 2)
  br label %end
end:
  call void @note(i64 %n)
  ret void
}
