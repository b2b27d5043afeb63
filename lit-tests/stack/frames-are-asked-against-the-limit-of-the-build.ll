; A frame of vectors that the target does not have is more than twice the estimate: code generation is asked whether it stays below
; what the build allows.
;
; RUN: %opt -disable-output %s -passes='f3m<force;verify;report=-;only=^limited_>' 2>&1 | %FileCheck %s
; RUN: %opt -disable-output %s -passes='f3m<force;verify;report=-;only=^free_>' 2>&1 | %FileCheck --check-prefix=FREE %s
; CHECK: "merges":0,
; CHECK: "frame-grows":1
; FREE: "merges":1,

target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
target triple = "riscv64-unknown-linux-gnu"

@v = global [4 x <32 x i32>] zeroinitializer
@p = global i64 0

declare void @call()

define i64 @limited_a(i64 %n) #0 {
  %a = load <32 x i32>, ptr @v
  %b = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 128)
  %c = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 256)
  %d = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 384)
  call void @call()
  %x = xor <32 x i32> %a, %b
  %y = xor <32 x i32> %c, %d
  store <32 x i32> %x, ptr @v
  store <32 x i32> %y, ptr getelementptr (i8, ptr @v, i64 128)
  store volatile i64 1, ptr @p
  ret i64 %n
}

define i64 @limited_b(i64 %n) #0 {
  %a = load <32 x i32>, ptr @v
  %b = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 128)
  %c = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 256)
  %d = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 384)
  call void @call()
  %x = xor <32 x i32> %a, %b
  %y = xor <32 x i32> %c, %d
  store <32 x i32> %x, ptr @v
  store <32 x i32> %y, ptr getelementptr (i8, ptr @v, i64 128)
  store volatile i64 2, ptr @p
  %m = add i64 %n, 7
  ret i64 %m
}

define i64 @free_a(i64 %n) #1 {
  %a = load <32 x i32>, ptr @v
  %b = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 128)
  %c = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 256)
  %d = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 384)
  call void @call()
  %x = xor <32 x i32> %a, %b
  %y = xor <32 x i32> %c, %d
  store <32 x i32> %x, ptr @v
  store <32 x i32> %y, ptr getelementptr (i8, ptr @v, i64 128)
  store volatile i64 1, ptr @p
  ret i64 %n
}

define i64 @free_b(i64 %n) #1 {
  %a = load <32 x i32>, ptr @v
  %b = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 128)
  %c = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 256)
  %d = load <32 x i32>, ptr getelementptr (i8, ptr @v, i64 384)
  call void @call()
  %x = xor <32 x i32> %a, %b
  %y = xor <32 x i32> %c, %d
  store <32 x i32> %x, ptr @v
  store <32 x i32> %y, ptr getelementptr (i8, ptr @v, i64 128)
  store volatile i64 2, ptr @p
  %m = add i64 %n, 7
  ret i64 %m
}

attributes #0 = { minsize "warn-stack-size"="1064" "target-features"="+m,+a,+f,+d,+c" }
attributes #1 = { minsize "target-features"="+m,+a,+f,+d,+c" }
