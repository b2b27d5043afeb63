; No estimate knows the slots that code generation makes for elements by variable indices, or how it aligns them. So code
; generation is asked whether the merged function stays below what the build allows, however small the frames seem.
;
; RUN: %opt -disable-output %s -passes='f3m<system=all-pairs;force;verify;report=-;only=^limited_>' 2>&1 | %FileCheck %s
; RUN: %opt -disable-output %s -passes='f3m<system=all-pairs;force;verify;report=-;only=^free_>' 2>&1 | %FileCheck --check-prefix=FREE %s
; CHECK: "merges":0,
; CHECK: "frame-grows":1
; FREE: "merges":1,

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define fastcc i64 @limited_a(ptr %to) #0 {
  %1 = load volatile i64, ptr null
  %2 = and i64 0, 0
  %v = load <32 x i32>, ptr null
  %3 = load volatile i64, ptr null
  %q = udiv <32 x i32> %v, splat (i32 3)
  %x = xor <32 x i32> %q, splat (i32 1)
  store <32 x i32> %x, ptr %to
  %r = load i64, ptr null
  ret i64 %r
}

define fastcc i64 @limited_b(i64 %n, <8 x i32> %w, ptr %to) #0 {
  %1 = load volatile i64, ptr null
  %2 = and i64 0, 0
  %v = insertelement <32 x i32> zeroinitializer, i32 1, i64 %n
  %x = xor <32 x i32> %v, zeroinitializer
  store <8 x i32> %w, ptr %to
  ret i64 0
}

define fastcc i64 @free_a(ptr %to) #1 {
  %1 = load volatile i64, ptr null
  %2 = and i64 0, 0
  %v = load <32 x i32>, ptr null
  %3 = load volatile i64, ptr null
  %q = udiv <32 x i32> %v, splat (i32 3)
  %x = xor <32 x i32> %q, splat (i32 1)
  store <32 x i32> %x, ptr %to
  %r = load i64, ptr null
  ret i64 %r
}

define fastcc i64 @free_b(i64 %n, <8 x i32> %w, ptr %to) #1 {
  %1 = load volatile i64, ptr null
  %2 = and i64 0, 0
  %v = insertelement <32 x i32> zeroinitializer, i32 1, i64 %n
  %x = xor <32 x i32> %v, zeroinitializer
  store <8 x i32> %w, ptr %to
  ret i64 0
}

attributes #0 = { minsize optsize "warn-stack-size"="184" }
attributes #1 = { minsize optsize }
