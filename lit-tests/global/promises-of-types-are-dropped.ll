; Bodies of templates differ in what they promise of types, aliasing and pointers, and in nothing else: shared,
; they promise none of it, and are one. What code generation goes by stays.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s && %fmerge combine %t.part -o %t.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=comdat;verify>,verify' -S %s | %FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

declare void @use(ptr, i32)
declare i32 @get()

; CHECK: call void @[[SHARED:fmerge\.[0-9a-f]+]](ptr %{{[^,]+}}, i32 11)
define void @first(ptr noundef nonnull align 8 dereferenceable(8) %p) uwtable minsize optsize nounwind memory(readwrite) mustprogress {
  %a = load i32, ptr %p, align 4, !tbaa !0
  call void @use(ptr nonnull dereferenceable(8) %p, i32 11) nounwind
  %b = call i32 @get()
  call void @use(ptr nonnull dereferenceable(8) %p, i32 %b) nounwind
  %c = call i32 @get()
  call void @use(ptr %p, i32 %a) willreturn
  call void @use(ptr %p, i32 %c)
  ret void
}

; CHECK: call void @[[SHARED]](ptr %{{[^,]+}}, i32 12)
define void @second(ptr dereferenceable(16) %p) uwtable minsize optsize {
  %a = load i32, ptr %p, align 4, !tbaa !4
  call void @use(ptr nonnull dereferenceable(16) %p, i32 12) nounwind
  %b = call i32 @get()
  call void @use(ptr nonnull %p, i32 %b) nounwind
  %c = call i32 @get()
  call void @use(ptr noundef align 4 %p, i32 %a) nounwind
  call void @use(ptr %p, i32 %c)
  ret void
}

; CHECK: define linkonce_odr hidden void @[[SHARED]](ptr %{{[^,]+}}, i32 %{{[^)]+}})
; CHECK-NEXT: load i32, ptr %{{.*}}, align 4{{$}}
; CHECK-NEXT: call void @use(ptr %{{[^,]+}}, i32 %{{[^)]+}}){{$}}
; CHECK-NOT: define {{.*}} @fmerge.

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"char", !3, i64 0}
!3 = !{!"root"}
!4 = !{!5, !5, i64 0}
!5 = !{!"enum", !2, i64 0}
