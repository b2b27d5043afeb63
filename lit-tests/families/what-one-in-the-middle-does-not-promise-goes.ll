; Of four functions, one that is neither the first nor the last promises less than the others. What it does not promise is lost,
; also where the last one promises it again; of what all promise, what holds for all is left.
; RUN: split-file %s %t
; RUN: %opt -passes='f3m<by-hand=%t/four.json;verify>,verify' -S %t/module.ll | %FileCheck %s
; RUN: %opt -passes='f3m<by-hand=%t/three.json;verify>,verify' -S %t/module.ll | %FileCheck %s --check-prefix=ALL

; CHECK: define internal i32 @a.fmerge(i32 %x, ptr %p, i32 %y, i32 noundef %{{[a-z.]+}}) unnamed_addr #[[LESS:[0-9]+]] {
; CHECK: load i32, ptr %p, align 4{{$}}
; CHECK: load ptr, ptr %p, align 4{{$}}
; CHECK: call void @h(ptr %q){{$}}
; CHECK: add i32
; CHECK: udiv i32
; CHECK: zext i32
; CHECK: getelementptr i32
; CHECK: store i32 {{.*}}, align 4{{$}}
; CHECK: attributes #[[LESS]] = { minsize noinline }

; ALL: define internal i32 @a.fmerge(i32 range(i32 0, 50) %x, ptr nonnull %p, i32 %y, i32 noundef %{{[a-z.]+}})
; ALL: load i32, ptr %p, align 8, !range ![[RANGE:[0-9]+]], !invariant.load !{{[0-9]+}}, !noundef
; ALL: load ptr, ptr %p, align 8, !nonnull !{{[0-9]+}}, !dereferenceable !{{[0-9]+}}, !align
; ALL: call void @h(ptr noundef %q)
; ALL: add nuw nsw i32
; ALL: udiv exact i32
; ALL: zext nneg i32
; ALL: getelementptr inbounds nuw i32
; ALL: store i32 {{.*}}, align 8{{$}}
; ALL: ![[RANGE]] = !{i32 0, i32 10, i32 20, i32 30, i32 100, i32 200}

;--- four.json
[{"members": ["a", "b", "less", "c"]}]
;--- three.json
[{"members": ["a", "b", "c"]}]
;--- module.ll
target triple = "x86_64-unknown-linux-gnu"
declare void @h(ptr)
define internal i32 @a(i32 range(i32 0, 50) %x, ptr nonnull %p, i32 %y) nosync nofree minsize {
  %l = load i32, ptr %p, align 8, !range !0, !noundef !9, !invariant.load !9
  %q = load ptr, ptr %p, align 8, !nonnull !9, !dereferenceable !6, !align !6
  call void @h(ptr noundef %q) nounwind
  %s = add nuw nsw i32 %l, %x
  %d = udiv exact i32 %s, %y
  %z = zext nneg i32 %d to i64
  %g = getelementptr inbounds nuw i32, ptr %p, i64 %z
  store i32 1, ptr %g, align 8
  ret i32 %d
}
define internal i32 @b(i32 range(i32 0, 50) %x, ptr nonnull %p, i32 %y) nosync nofree minsize {
  %l = load i32, ptr %p, align 8, !range !1, !noundef !9, !invariant.load !9
  %q = load ptr, ptr %p, align 8, !nonnull !9, !dereferenceable !6, !align !6
  call void @h(ptr noundef %q) nounwind
  %s = add nuw nsw i32 %l, %x
  %d = udiv exact i32 %s, %y
  %z = zext nneg i32 %d to i64
  %g = getelementptr inbounds nuw i32, ptr %p, i64 %z
  store i32 2, ptr %g, align 8
  ret i32 %d
}
define internal i32 @less(i32 %x, ptr %p, i32 %y) minsize {
  %l = load i32, ptr %p, align 4
  %q = load ptr, ptr %p, align 4
  call void @h(ptr %q)
  %s = add i32 %l, %x
  %d = udiv i32 %s, %y
  %z = zext i32 %d to i64
  %g = getelementptr i32, ptr %p, i64 %z
  store i32 3, ptr %g, align 4
  ret i32 %d
}
define internal i32 @c(i32 range(i32 0, 50) %x, ptr nonnull %p, i32 %y) nosync nofree minsize {
  %l = load i32, ptr %p, align 8, !range !2, !noundef !9, !invariant.load !9
  %q = load ptr, ptr %p, align 8, !nonnull !9, !dereferenceable !6, !align !6
  call void @h(ptr noundef %q) nounwind
  %s = add nuw nsw i32 %l, %x
  %d = udiv exact i32 %s, %y
  %z = zext nneg i32 %d to i64
  %g = getelementptr inbounds nuw i32, ptr %p, i64 %z
  store i32 4, ptr %g, align 8
  ret i32 %d
}
define i32 @m(ptr %p, i32 %x, i32 %y) {
  %a = call i32 @a(i32 %x, ptr %p, i32 %y)
  %b = call i32 @b(i32 %x, ptr %p, i32 %y)
  %l = call i32 @less(i32 %x, ptr %p, i32 %y)
  %c = call i32 @c(i32 %x, ptr %p, i32 %y)
  ret i32 %a
}
!0 = !{i32 0, i32 10}
!1 = !{i32 20, i32 30}
!2 = !{i32 100, i32 200}
!6 = !{i64 8}
!9 = !{}
