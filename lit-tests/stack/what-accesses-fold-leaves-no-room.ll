; Addresses at constant distances from a pointer that is kept anyway take no registers where loads and stores alone use them: they are
; parts of these. So a function that may have thousands of frames of one register has no room for the five of another.
; RUN: %opt -passes='f3m<force;verify;report=->' -mtriple=x86_64-pc-linux-gnu -disable-output %s 2>&1 | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify;report=->' -mtriple=aarch64-linux-gnu -disable-output %s 2>&1 | %FileCheck %s
; CHECK: "merges":0
; Where the addresses themselves are stored, each takes a register.
; RUN: sed 's/i64 [1-5], ptr \(.\)\(a.\)$/ptr \1\2, ptr \1p/' %s \
; RUN:   | %opt -passes='f3m<force;verify;report=->' -mtriple=x86_64-pc-linux-gnu -disable-output 2>&1 | %FileCheck %s --check-prefix=ROOM
; ROOM: "merges":1

define internal i64 @first(ptr %p, i64 %n) noinline {
  %a1 = getelementptr i8, ptr %p, i64 8
  %a2 = getelementptr i8, ptr %p, i64 16
  %a3 = getelementptr i8, ptr %p, i64 24
  %a4 = getelementptr i8, ptr %p, i64 32
  %a5 = getelementptr i8, ptr %p, i64 40
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more
more:
  %m = sub i64 %n, 1
  %r = call i64 @first(ptr %p, i64 %m)
  store volatile i64 1, ptr %a1
  store volatile i64 2, ptr %a2
  store volatile i64 3, ptr %a3
  store volatile i64 4, ptr %a4
  store volatile i64 5, ptr %a5
  ret i64 %r
done:
  ret i64 1
}

define internal i64 @second(ptr %p, i64 %n) noinline {
  %v1 = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %v3 = load volatile i64, ptr %p
  %v4 = load volatile i64, ptr %p
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more
more:
  %m = sub i64 %n, 1
  %r = call i64 @second(ptr %p, i64 %m)
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  ret i64 %r
done:
  ret i64 1
}

define i64 @run(ptr %p, i64 %n) {
  %a = call i64 @first(ptr %p, i64 %n)
  %b = call i64 @second(ptr %p, i64 %n)
  %c = add i64 %a, %b
  ret i64 %c
}
