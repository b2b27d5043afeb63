; No register takes a `long double` on x86. Where a merged function has such a parameter of one function, callers make room for it
; in their frames, and those of the other one may be on the stack thousands of times. A double goes in a register.
; RUN: %opt -passes='f3m<force;verify;report=->' -mtriple=x86_64-pc-linux-gnu -disable-output %s 2>&1 | %FileCheck %s
; RUN: sed 's/x86_fp80/double/g; s/0xK00000000000000000000/0.0/g' %s | %opt -passes='f3m<force;verify;report=->' -mtriple=x86_64-pc-linux-gnu -disable-output 2>&1 | %FileCheck --check-prefix=MERGED %s
; CHECK: "merges":0
; CHECK: "arguments-on-stack":1
; MERGED: "merges":1

@p = global [8 x i64] zeroinitializer

define internal i64 @step(i64 %n) {
  %a = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %b = add i64 %a, 1
  store volatile i64 %b, ptr getelementptr (i8, ptr @p, i64 16)
  %c = mul i64 %b, 77
  store volatile i64 %c, ptr getelementptr (i8, ptr @p, i64 24)
  %r = call i64 @deep(i64 %n)
  %s = add i64 %r, 1
  ret i64 %s
}

define internal i64 @wide(x86_fp80 %x, x86_fp80 %y, x86_fp80 %z) {
  %a = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %b = add i64 %a, 1
  store volatile i64 %b, ptr getelementptr (i8, ptr @p, i64 16)
  %c = mul i64 %b, 77
  store volatile i64 %c, ptr getelementptr (i8, ptr @p, i64 24)
  %d = fadd x86_fp80 %x, %y
  %e = fadd x86_fp80 %d, %z
  %s = fptosi x86_fp80 %e to i64
  ret i64 %s
}

define i64 @deep(i64 %n) noinline {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more
more:
  %m = sub i64 %n, 1
  %r = call i64 @step(i64 %m)
  %s = mul i64 %r, 3
  ret i64 %s
done:
  %w = call i64 @wide(x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000)
  ret i64 %w
}
