; A group of functions that differ in constants is measured by them when it is merged with another: each of these has a frame of two
; words, and thousands of them. One parameter is kept across calls in either group, and both of these and the identifier would be.
; RUN: %opt -passes='fmerge<force;verify;report=->' -mtriple=aarch64-linux-gnu -S %s -o %t.ll 2>&1 | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=APART --input-file=%t.ll
; CHECK: "frame-grows":1
; APART-DAG: define internal i64 @first_{{[ab]}}.gfm(
; APART-DAG: define internal i64 @second_{{[ab]}}.gfm(

; Where they have one frame, they are merged.
; RUN: sed 's/%r = call i64 @.*(i64 %m)/%r = call i64 @other(i64 %m)/' %s | %opt -passes='fmerge<force;verify>' -mtriple=aarch64-linux-gnu -S | %FileCheck %s --check-prefix=MERGED
; MERGED: .gfm.fmerge(

declare i64 @other(i64) nocallback

define internal i64 @first_a(i64 %n) noinline {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more
more:
  %m = sub i64 %n, 1
  %r = call i64 @first_a(i64 %m)
  %a = mul i64 %r, 1111
  %b = xor i64 %a, 2222
  %c = mul i64 %b, 3333
  %d = xor i64 %c, 4444
  %e = mul i64 %d, 5555
  ret i64 %e
done:
  ret i64 1
}

define internal i64 @first_b(i64 %n) noinline {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more
more:
  %m = sub i64 %n, 1
  %r = call i64 @first_b(i64 %m)
  %a = mul i64 %r, 6111
  %b = xor i64 %a, 7222
  %c = mul i64 %b, 8333
  %d = xor i64 %c, 9444
  %e = mul i64 %d, 6555
  ret i64 %e
done:
  ret i64 1
}

define internal i64 @second_a(i64 %n) noinline {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more
more:
  %m = sub i64 %n, 1
  %r = call i64 @second_a(i64 %m)
  %a = mul i64 %r, 1211
  %b = xor i64 %a, 2322
  %c = mul i64 %b, 3433
  %d = xor i64 %c, 4544
  %x = call i64 @other(i64 %d)
  %e = mul i64 %d, 5655
  ret i64 %e
done:
  ret i64 1
}

define internal i64 @second_b(i64 %n) noinline {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more
more:
  %m = sub i64 %n, 1
  %r = call i64 @second_b(i64 %m)
  %a = mul i64 %r, 6211
  %b = xor i64 %a, 7322
  %c = mul i64 %b, 8433
  %d = xor i64 %c, 9544
  %x = call i64 @other(i64 %d)
  %e = mul i64 %d, 6655
  ret i64 %e
done:
  ret i64 1
}

define i64 @main(i64 %n) {
  %a = call i64 @first_a(i64 %n)
  %b = call i64 @first_b(i64 %a)
  %c = call i64 @second_a(i64 %b)
  %d = call i64 @second_b(i64 %c)
  ret i64 %d
}
