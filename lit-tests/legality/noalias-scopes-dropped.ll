; A merged body has not the declarations of alias scopes, which say to which iteration a scope belongs. So
; it may not have the scopes: with them, once LLVM has unrolled the loop, the second load of %p is taken for
; the first, although the second iteration wrote there.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='!alias.scope' --implicit-check-not='!noalias'
; RUN: %opt -passes='f3m<force;verify;only=none>,verify' -S %s | %FileCheck %s --check-prefix=UNMERGED
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,loop-simplify,lcssa,loop-unroll<full-unroll-max=100;O3>,simplifycfg,early-cse<memssa>,gvn,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define internal i32 @left.fmerge(
; UNMERGED: !alias.scope
; UNMERGED: !noalias

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)
declare void @llvm.experimental.noalias.scope.decl(metadata)

; In one iteration, the place read and the place written are apart.
define internal i32 @left(ptr %p, ptr %q, ptr %r, ptr %s) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %second = icmp eq i32 %i, 1
  %from = select i1 %second, ptr %q, ptr %p
  %to = select i1 %second, ptr %r, ptr %s
  %v = load i32, ptr %from, !alias.scope !0
  %w = mul i32 %v, 3
  store i32 %w, ptr %to, !noalias !0
  %added = add i32 %sum, %v
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 3
  br i1 %done, label %out, label %loop
out:
  ret i32 %added
}

define internal i32 @right(ptr %p, ptr %q, ptr %r, ptr %s) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %second = icmp eq i32 %i, 1
  %from = select i1 %second, ptr %q, ptr %p
  %to = select i1 %second, ptr %r, ptr %s
  %v = load i32, ptr %from, !alias.scope !0
  %w = mul i32 %v, 5
  store i32 %w, ptr %to, !noalias !0
  %added = add i32 %sum, %v
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 3
  br i1 %done, label %out, label %loop
out:
  ret i32 %added
}

define i32 @main() {
  %p = alloca i32
  %q = alloca i32
  %s = alloca i32
  store i32 1, ptr %p
  store i32 10, ptr %q
  %a = call i32 @left(ptr %p, ptr %q, ptr %p, ptr %s)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(ptr %p, ptr %q, ptr %p, ptr %s)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  ret i32 0
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
