; What code generation makes of a frame is not known before: how it allots registers, and how it rounds a frame that it aligns anew. So
; it is asked where frames may come to twice what an original has that recurses.
;
; DEFINE: %{pair} =
; DEFINE: %{opt} = %opt -disable-output %s -passes='f3m<force;verify;report=-;only=^%{pair}_.$>'
; APART: "merges":0,
; APART: "frame-grows":1
; MERGED: "merges":1,
; REDEFINE: %{pair} = aligned
; RUN: %{opt} 2>&1 | %FileCheck --check-prefix=APART %s
; REDEFINE: %{pair} = small
; RUN: %{opt} 2>&1 | %FileCheck --check-prefix=MERGED %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-linux-gnu"

@p = global [80 x i64] zeroinitializer
@next = global ptr null

declare void @touch(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; 1024 bytes of one, 3072 of the merged function, though the slots are never alive together.
define i64 @aligned_a(i64 %n) #0 {
  %s = alloca [600 x i8], align 1024
  call void @llvm.lifetime.start.p0(ptr %s)
  call void @touch(ptr %s)
  call void @llvm.lifetime.end.p0(ptr %s)
  store volatile i64 1, ptr @p
  store volatile i64 2, ptr @p
  %f = load volatile ptr, ptr @next
  %r = call i64 %f(i64 %n)
  %s2 = mul i64 %r, 3
  ret i64 %s2
}

define i64 @aligned_b(i64 %n) #0 {
  %s = alloca [2040 x i8]
  store volatile i64 1, ptr @p
  store volatile i64 2, ptr @p
  call void @llvm.lifetime.start.p0(ptr %s)
  call void @touch(ptr %s)
  call void @llvm.lifetime.end.p0(ptr %s)
  %f = load volatile ptr, ptr @next
  %r = call i64 %f(i64 %n)
  %s2 = mul i64 %r, 3
  ret i64 %s2
}

define i64 @small_a(i64 %n) #0 {
  %c = icmp eq i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 1, ptr @p
  %m = sub i64 %n, 1
  %r = call i64 @small_a(i64 %m)
  store volatile i64 %r, ptr @p
  %s = mul i64 %r, 3
  ret i64 %s
end:
  ret i64 0
}

define i64 @small_b(i64 %n) #0 {
  %c = icmp eq i64 %n, 0
  br i1 %c, label %end, label %go
go:
  store volatile i64 2, ptr @p
  %m = sub i64 %n, 1
  %r = call i64 @small_b(i64 %m)
  store volatile i64 %r, ptr @p
  %s = mul i64 %r, 5
  ret i64 %s
end:
  ret i64 0
}

attributes #0 = { minsize noinline nounwind optsize uwtable "frame-pointer"="non-leaf-no-reserve" "target-features"="+fp-armv8,+neon,+v8a" }
!llvm.module.flags = !{!0}
!0 = !{i32 8, !"PIC Level", i32 2}
