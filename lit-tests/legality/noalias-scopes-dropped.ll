; A merged body has not the declarations of alias scopes, which say to which iteration a scope belongs. So
; it may not have the scopes: once kept, they let LLVM unroll the loop and then read before it wrote.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not=alias.scope --implicit-check-not='!noalias'
; RUN: %opt -passes='f3m<force;verify;only=none>,verify' -S %s | %FileCheck %s --check-prefix=UNMERGED
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,loop-unroll<full-unroll-max=100;O3>,sroa,early-cse<memssa>,gvn,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; UNMERGED: alias.scope
; UNMERGED: !noalias

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)
declare void @llvm.experimental.noalias.scope.decl(metadata)

; In one iteration, the place read and the place written are apart; what one writes, the next one reads.
define internal i32 @left(ptr %p) noinline {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %next = add i64 %i, 1
  %from = getelementptr i32, ptr %p, i64 %i
  %to = getelementptr i32, ptr %p, i64 %next
  %v = load i32, ptr %from, !alias.scope !0
  %w = mul i32 %v, 3
  store i32 %w, ptr %to, !noalias !0
  %done = icmp eq i64 %next, 4
  br i1 %done, label %out, label %loop
out:
  %last = getelementptr i32, ptr %p, i64 4
  %r = load i32, ptr %last
  ret i32 %r
}

define internal i32 @right(ptr %p) noinline {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %next = add i64 %i, 1
  %from = getelementptr i32, ptr %p, i64 %i
  %to = getelementptr i32, ptr %p, i64 %next
  %v = load i32, ptr %from, !alias.scope !0
  %w = mul i32 %v, 5
  store i32 %w, ptr %to, !noalias !0
  %done = icmp eq i64 %next, 4
  br i1 %done, label %out, label %loop
out:
  %last = getelementptr i32, ptr %p, i64 4
  %r = load i32, ptr %last
  ret i32 %r
}

define i32 @main() {
  %p = alloca [5 x i32]
  store i32 1, ptr %p
  %a = call i32 @left(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  ret i32 0
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
