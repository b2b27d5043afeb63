; Objects that are linked bring copies of the same constants, and some of their local functions have another calling convention
; than others. Before functions are compared early in full LTO, LLVM makes one of the copies, and gives all local functions that
; nothing points to the fast convention.
; RUN: %opt -passes='lto<Oz>' -fmerge-pipeline=none -fmerge-early-pipeline='identical<report=%t.json>' -disable-output %s
; RUN: %FileCheck %s < %t.json
; CHECK: "originals":["first","second"]

; Where the pass is named by hand, it takes the module as it is.
; RUN: %opt -passes='identical<report=%t.json>' -disable-output %s
; RUN: %FileCheck %s --check-prefix=HAND < %t.json
; HAND: "merges":0,

; Where nothing of ours runs early, LLVM's pipeline is as it was; nor is anything removed where nothing is to be optimised.
; RUN: %opt -passes='lto<Oz>' -fmerge-pipeline=none -print-pipeline-passes -disable-output %s > %t.none
; RUN: %opt -passes='lto<Oz>' -fmerge-early-pipeline=none -print-pipeline-passes -disable-output %s | sed 's/fmerge<[^>]*>,//' | diff - %t.none
; RUN: %opt -passes='lto<O0>' -print-pipeline-passes -disable-output %s | %FileCheck %s --check-prefix=O0
; O0-NOT: constmerge
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@.str = private unnamed_addr constant [9 x i8] c"too long\00", align 1
@.str.2 = private unnamed_addr constant [9 x i8] c"too long\00", align 1
declare void @fail(ptr)
declare i32 @work(i32)

define internal fastcc i32 @first(i32 %x) minsize optsize {
  %a = icmp ugt i32 %x, 99
  br i1 %a, label %long, label %end
long:
  call void @fail(ptr @.str)
  br label %end
end:
  %b = call i32 @work(i32 %x)
  %c = call i32 @work(i32 %b)
  %d = xor i32 %c, %x
  %e = call i32 @work(i32 %d)
  %f = call i32 @work(i32 %e)
  ret i32 %f
}

define internal i32 @second(i32 %x) minsize optsize {
  %a = icmp ugt i32 %x, 99
  br i1 %a, label %long, label %end
long:
  call void @fail(ptr @.str.2)
  br label %end
end:
  %b = call i32 @work(i32 %x)
  %c = call i32 @work(i32 %b)
  %d = xor i32 %c, %x
  %e = call i32 @work(i32 %d)
  %f = call i32 @work(i32 %e)
  ret i32 %f
}

define i32 @caller(i32 %x) minsize optsize {
  %a = call fastcc i32 @first(i32 %x)
  %b = call i32 @second(i32 %a)
  %c = call fastcc i32 @first(i32 %b)
  %d = call i32 @second(i32 %c)
  ret i32 %d
}
