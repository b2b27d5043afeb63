; An instruction that stands for two promises no more than both: flags, alignment, attributes, metadata.
; RUN: %spelled %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s

declare void @use(i32)
declare i32 @get(ptr, i32)
declare float @fl(float)
declare i32 @same(i32)

define i32 @left(ptr noalias noundef align 8 dereferenceable(16) %p, i32 noundef range(i32 0, 10) %x, float %f) nounwind memory(argmem: readwrite) norecurse cold !prof !10 {
entry:
  %s = alloca i32, align 4
  %l = load i32, ptr %p, align 8, !tbaa !0, !range !4, !noundef !5, !alias.scope !20, !invariant.load !5
  %m = add nsw nuw i32 %l, %x
  %d = sdiv exact i32 %m, 3
  %g = getelementptr inbounds nuw i32, ptr %p, i32 %d
  store i32 %d, ptr %g, align 4, !tbaa !0, !nontemporal !6
  %z = zext nneg i32 %d to i64
  %t = trunc nsw nuw i64 %z to i16
  %o = or disjoint i16 %t, 3
  %c = icmp samesign ult i16 %o, 9
  %fa = fadd fast float %f, 1.0
  %fc = tail call nnan float @fl(float noundef %fa)
  %r = tail call i32 @get(ptr noundef nonnull align 8 dereferenceable(8) %p, i32 noundef %m) nounwind willreturn, !range !4
  store i32 %r, ptr %s, align 4
  br i1 %c, label %loop, label %out, !prof !11
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %i2 = add nsw i32 %i, 1
  call void @use(i32 %i2)
  %e = icmp eq i32 %i2, 100
  br i1 %e, label %out, label %loop, !llvm.loop !12
out:
  %fp = phi nnan float [ %fc, %entry ], [ %fa, %loop ]
  %q = fptosi float %fp to i32
  %w = add i32 %q, %r
  %v = tail call i32 @same(i32 %w), !prof !16, !annotation !30
  ret i32 %v
}

define i32 @right(ptr noundef align 4 dereferenceable(8) %p, i32 noundef range(i32 20, 30) %x, float %f) memory(readwrite, inaccessiblemem: none) noinline !prof !10 {
entry:
  %s = alloca i32, align 4
  %l = load i32, ptr %p, align 4, !tbaa !2, !range !7, !alias.scope !20, !invariant.load !5
  %m = add nsw i32 %l, %x
  %d = sdiv i32 %m, 3
  %g = getelementptr nuw i32, ptr %p, i32 %d
  store i32 %d, ptr %g, align 2, !tbaa !2
  %z = zext i32 %d to i64
  %t = trunc nuw i64 %z to i16
  %o = or i16 %t, 3
  %c = icmp ult i16 %o, 9
  %fa = fadd nnan ninf float %f, 1.0
  %fc = call nnan ninf float @fl(float %fa)
  %r = tail call i32 @get(ptr noundef nonnull align 4 dereferenceable(4) %p, i32 %m) willreturn, !range !7
  store i32 %r, ptr %s, align 4
  br i1 %c, label %loop, label %out, !prof !11
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %i2 = add nsw i32 %i, 1
  call void @use(i32 %i2)
  %e = icmp eq i32 %i2, 101
  br i1 %e, label %out, label %loop, !llvm.loop !14
out:
  %fp = phi nnan ninf float [ %fc, %entry ], [ %fa, %loop ]
  %q = fptosi float %fp to i32
  %w = add i32 %q, %r
  %v = tail call i32 @same(i32 %w), !prof !17, !annotation !30
  ret i32 %v
}

; CHECK: define internal i32 @left.fmerge{{[.0-9]*}}(ptr noundef align 4 dereferenceable(8) %p, i32 noundef range(i32 0, 30) %x, float %f, i1 noundef %fmerge.id) unnamed_addr #[[FN:[0-9]+]] !prof ![[COUNT:[0-9]+]] {
; CHECK: %l = load i32, ptr %p, align 4, !tbaa ![[TBAA:[0-9]+]], !range ![[RANGE:[0-9]+]], !invariant.load !{{[0-9]+}}{{$}}
; CHECK: %m = add nsw i32 %l, %x
; CHECK: %d = sdiv i32 %m, 3
; CHECK: %g = getelementptr nuw i32, ptr %p, i32 %d
; CHECK: store i32 %d, ptr %g, align 2, !tbaa ![[TBAA]]{{$}}
; CHECK: %z = zext i32 %d to i64
; CHECK: %t = trunc nuw i64 %z to i16
; CHECK: %o = or i16 %t, 3
; CHECK: %c = icmp ult i16 %o, 9
; CHECK: %fa = fadd nnan ninf float %f, 1.0
; CHECK: %fc = call nnan float @fl(float %fa)
; CHECK: %r = tail call i32 @get(ptr noundef nonnull align 4 dereferenceable(4) %p, i32 %m) #[[CALL:[0-9]+]], !range ![[RANGE]]
; CHECK: br i1 %c, {{.*}} !prof ![[WEIGHTS:[0-9]+]]
; CHECK: br i1 %e, {{.*}} !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: %fp = phi nnan float
; CHECK: %v = tail call i32 @same(i32 %w), !prof ![[CALLS:[0-9]+]], !annotation ![[NOTE:[0-9]+]]{{$}}

; `cold` must be on both sides; `norecurse` is lost even then.
; CHECK-DAG: attributes #[[FN]] = { noinline memory(readwrite, inaccessiblemem: none) }
; CHECK-DAG: attributes #[[CALL]] = { willreturn }
; CHECK-DAG: ![[COUNT]] = !{!"function_entry_count", i64 20}
; CHECK-DAG: ![[TBAA]] = !{![[CHAR:[0-9]+]], ![[CHAR]], i64 0}
; CHECK-DAG: ![[CHAR]] = !{!"omnipotent char",
; CHECK-DAG: ![[NOTE]] = !{!"note"}
; CHECK-DAG: ![[RANGE]] = !{i32 0, i32 10, i32 20, i32 30}
; CHECK-DAG: ![[WEIGHTS]] = !{!"branch_weights", i32 1, i32 2}
; CHECK-DAG: ![[CALLS]] = !{!"branch_weights", i64 7}
; CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[PROGRESS:[0-9]+]]}
; CHECK-DAG: ![[PROGRESS]] = !{!"llvm.loop.mustprogress"}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !3, i64 0}
!2 = !{!8, !8, i64 0}
!3 = !{!"omnipotent char", !9, i64 0}
!4 = !{i32 0, i32 10}
!5 = !{}
!6 = !{i32 1}
!30 = !{!"note"}
!7 = !{i32 20, i32 30}
!8 = !{!"short", !3, i64 0}
!9 = !{!"Simple C/C++ TBAA"}
!10 = !{!"function_entry_count", i64 10}
!11 = !{!"branch_weights", i32 1, i32 2}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
!14 = distinct !{!14, !13}
!16 = !{!"branch_weights", i32 3}
!17 = !{!"branch_weights", i32 4}
!20 = !{!21}
!21 = distinct !{!21, !22}
!22 = distinct !{!22}
