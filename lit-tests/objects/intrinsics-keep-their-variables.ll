; An intrinsic that means the variable itself, as of a local type that is caught, keeps its function from passing that variable.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: sed 's/_f(/_g(/; s/@f(/@g(/; s/mul/add/' %s > other.ll
; RUN: opt -load-pass-plugin=%plugin -passes='f3m-analyze<out=one>' %s -disable-output
; RUN: opt -load-pass-plugin=%plugin -passes='f3m-analyze<out=two>' other.ll -disable-output
; RUN: %fmerge combine --plugin %plugin --similar force one two -o s | %FileCheck %s --check-prefix=COMBINED
; COMBINED: 2 functions of 2 modules
; RUN: opt -load-pass-plugin=%plugin -passes='f3m-merge<summary=s;verify>' %s -S | %FileCheck %s
; CHECK-LABEL: define i32 @f(
; CHECK: call i32 @llvm.eh.typeid.for.p0(ptr @type)
; CHECK-LABEL: define i32 @copies_f(
; CHECK: call {{.*}}@fmerge.{{.*}}ptr @data

target triple = "x86_64-unknown-linux-gnu"

@type = internal constant [2 x ptr] zeroinitializer
@data = internal global [64 x i8] zeroinitializer, align 16

define i32 @f(i32 %x) minsize optsize {
  %id = call i32 @llvm.eh.typeid.for.p0(ptr @type)
  %a = mul i32 %id, 3
  %b = call i32 @called(i32 %a)
  %c = xor i32 %b, %x
  %d = call i32 @called(i32 %c)
  ret i32 %d
}

define i32 @copies_f(ptr %to) minsize optsize {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr getelementptr (i8, ptr @data, i64 8), i64 24, i1 false)
  %a = load i32, ptr %to
  %b = mul i32 %a, 7
  %c = call i32 @called(i32 %b)
  %d = xor i32 %c, %a
  %e = call i32 @called(i32 %d)
  ret i32 %e
}

declare i32 @called(i32)
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
