; Where loads take addresses from registers, code generation may keep those of variables in registers across calls. A function
; that may have thousands of frames of two words is not given the three words of another, and an address besides.
; RUN: %opt -passes='f3m<force;verify;report=->' -mtriple=aarch64-linux-gnu -disable-output %s 2>&1 | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify;report=->' -mtriple=x86_64-pc-linux-gnu -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; CHECK: "merges":0
; CHECK: "frame-grows":1
; MERGED: "merges":1

@p = internal global [64 x i64] zeroinitializer
@q = internal global [64 x i64] zeroinitializer

define internal i64 @first(i64 %n) noinline {
  %a = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  store volatile i64 %a, ptr getelementptr (i8, ptr @q, i64 16)
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more
more:
  %m = sub i64 %n, 1
  %r = call i64 @first(i64 %m)
  %b = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  store volatile i64 %b, ptr getelementptr (i8, ptr @q, i64 32)
  %c = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  store volatile i64 %c, ptr getelementptr (i8, ptr @q, i64 48)
  %d = mul i64 %r, 77
  ret i64 %d
done:
  ret i64 1
}

define internal i64 @second(i64 %n) noinline {
  %a = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  store volatile i64 %a, ptr getelementptr (i8, ptr @q, i64 16)
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more
more:
  %m = sub i64 %n, 1
  %r = call i64 @second(i64 %m)
  %b = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  store volatile i64 %b, ptr getelementptr (i8, ptr @q, i64 32)
  %c = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  store volatile i64 %c, ptr getelementptr (i8, ptr @q, i64 56)
  %d = mul i64 %r, 78
  ret i64 %d
done:
  ret i64 1
}

define i64 @run(i64 %n) {
  %a = call i64 @first(i64 %n)
  %b = call i64 @second(i64 %n)
  %c = add i64 %a, %b
  ret i64 %c
}
