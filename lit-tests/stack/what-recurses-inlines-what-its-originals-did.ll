; LLVM inlines the only call of a local function at any size. Merging changes how many calls there are, and what is inlined into a
; recursion decides how deep it may go. Found by an adversary's reading: each of these took 16 to 22 times its stack.

; Two equal functions of a recursion call @large, with a kilobyte of slots. It is called twice, and so not inlined. When they are one, the
; call is the only one, or becomes it when LLVM deletes a third. So it is not inlined for that reason.
; RUN: split-file %s %t
; RUN: cat %t/common.ll %t/equal.ll > %t/1.ll
; RUN: %opt -passes='identical<before-inlining;verify>' -S %t/1.ll | %FileCheck %s --check-prefix=MARKED
; RUN: %opt -passes='gfm<before-inlining;verify>' -S %t/1.ll | %FileCheck %s --check-prefix=MARKED
; RUN: cat %t/common.ll %t/equal.ll %t/third.ll | %opt -passes='identical<before-inlining;verify>' -S | %FileCheck %s --check-prefix=MARKED
; MARKED: call i64 @large(i64 %{{.*}}) [[NO:#[0-9]+]]
; MARKED-NOT: call i64 @large(i64 %{{[a-z0-9]*$}}
; MARKED: attributes [[NO]] = { noinline }

; Small functions are inlined however often they are called, and those without slots may be. After inlining, nothing is marked.
; RUN: sed 's/\[1000 x i8\]/[100 x i8]/' %t/1.ll | %opt -passes='identical<before-inlining;verify>' -S | %FileCheck %s --check-prefix=FREE
; RUN: cat %t/small.ll %t/equal.ll | %opt -passes='identical<before-inlining;verify>' -S | %FileCheck %s --check-prefix=FREE
; RUN: %opt -passes='identical<verify>' -S %t/1.ll | %FileCheck %s --check-prefix=FREE
; FREE-NOT: noinline

; Functions with slots are inlined into their only callers, along a chain of three, and their slots share space. Equal ones stay apart, unless
; the callers are merged, too: then there is one call again.
; RUN: cat %t/common.ll %t/chains.ll > %t/2.ll
; RUN: %opt -passes='identical<before-inlining;verify>' -S %t/2.ll | %FileCheck %s --check-prefix=TOGETHER
; RUN: sed 's/add i64 %n, 2$/add i64 %n, 3/' %t/2.ll > %t/3.ll
; RUN: %opt -passes='identical<before-inlining;verify>' -S %t/3.ll | %FileCheck %s --check-prefix=APART
; RUN: %opt -passes='gfm<before-inlining;verify>,f3m<before-inlining;speed=ignore;verify>' -S %t/3.ll | %FileCheck %s --check-prefix=APART
; RUN: sed 's/^declare .*/& nocallback/' %t/3.ll | %opt -passes='identical<before-inlining;verify>' -S | %FileCheck %s --check-prefix=TOGETHER
; TOGETHER-NOT: @inner2
; APART: call i64 @inner1(
; APART: call i64 @inner2(

; A slot that is lent to the only call of a function becomes values when the function is inlined.
; RUN: cat %t/common.ll %t/lent.ll > %t/4.ll
; RUN: %opt -passes='identical<before-inlining;verify>' -S %t/4.ll | %FileCheck %s --check-prefix=LENT
; RUN: %opt -passes='gfm<before-inlining;verify>,f3m<before-inlining;speed=ignore;verify>' -S %t/4.ll | %FileCheck %s --check-prefix=LENT
; RUN: sed 's/\[100 x i64\]/[4 x i64]/; s/i64 70$/i64 2/' %t/4.ll | %opt -passes='identical<before-inlining;verify>' -S | %FileCheck %s --check-prefix=SHORT
; LENT: call i64 @reads1(
; LENT: call i64 @reads2(
; SHORT-NOT: @reads2

; The same of a slot whose address stands in another slot that is lent, and of one in which a choice of two places is read, but not where
; any place may be.
; RUN: sed 's/^  \(.slots\) = alloca.*/&\n  %held = alloca ptr\n  store ptr \1, ptr %held/; s/^\(.* call .*\)(ptr .slots)/\1(ptr %held)/' %t/4.ll > %t/5.ll
; RUN: sed -i 's/^  .v = load i64, \(ptr .s\)$/  %g = load ptr, \1\n  %v = load i64, ptr %g/; s/ptr .s, i64 70$/ptr %g, i64 70/' %t/5.ll
; RUN: %opt -passes='identical<before-inlining;verify>' -S %t/5.ll | %FileCheck %s --check-prefix=LENT
; RUN: sed 's/^  .p = getelementptr i64, ptr .s,.*/  %c = icmp eq i64 %v, 3\n  %x = select i1 %c, i64 3, i64 70\n&/; s/\(ptr .s\), i64 70$/\1, i64 %x/' %t/4.ll > %t/6.ll
; RUN: %opt -passes='identical<before-inlining;verify>' -S %t/6.ll | %FileCheck %s --check-prefix=LENT
; RUN: sed 's/select i1 .c, i64 3, i64/and i64 %v,/' %t/6.ll | %opt -passes='identical<before-inlining;verify>' -S | %FileCheck %s --check-prefix=SHORT

; A constant that the only caller passes decides whether a slot is needed, whose address stands in another one.
; RUN: cat %t/common.ll %t/logs.ll > %t/7.ll
; RUN: %opt -passes='identical<before-inlining;verify>' -S %t/7.ll | %FileCheck %s --check-prefix=LOGS
; RUN: sed 's/br i1 .is, label \(.log\).*/br label \1/' %t/7.ll | %opt -passes='identical<before-inlining;verify>' -S | %FileCheck %s --check-prefix=ALWAYS
; LOGS: call i64 @logs1(
; LOGS: call i64 @logs2(
; ALWAYS-NOT: @logs2

; Slots that are aligned beyond the stack take more than they have bytes.
; RUN: sed 's/\[600 x i8\]$/[64 x i8], align 1024/' %t/3.ll | %opt -passes='identical<before-inlining;verify>' -S | %FileCheck %s --check-prefix=APART

; Functions of a cycle that end by calling each other may become a loop, by what is inlined into which. Equal ones of a cycle without such
; ends share a body.
; RUN: cat %t/common.ll %t/cycle.ll | %opt -passes='identical<before-inlining;verify>' -S | %FileCheck %s --check-prefix=LOOP
; RUN: cat %t/common.ll %t/cycle.ll | sed 's/tail call i64 @first/call i64 @first/; s/ret i64 .t$/ret i64 0/' | %opt -passes='identical<before-inlining;verify>' -S | %FileCheck %s --check-prefix=CYCLE
; LOOP: define internal i64 @second
; LOOP: tail call i64 @first
; CYCLE-NOT: define internal i64 @second

; Nobody knows whether a call is inlined where constants decide what is left of the callee: it is not marked, and not left alone.
; RUN: cat %t/common.ll %t/decides.ll | %opt -passes='identical<before-inlining;verify>,gfm<before-inlining;verify>,f3m<before-inlining;speed=ignore;verify>' -S | %FileCheck %s --check-prefix=DECIDES
; DECIDES-COUNT-2: call i64 @switches(i64 %{{.*}}, i64 900)
;--- common.ll
target triple = "x86_64-unknown-linux-gnu"
declare void @fill(ptr)
declare i64 @back(i64)
define internal i64 @large(i64 %n) minsize {
  %slots = alloca [1000 x i8]
  store i64 %n, ptr %slots
  call void @fill(ptr %slots)
  %v1 = add i64 %n, 10
  %v2 = xor i64 %v1, 17
  %v3 = mul i64 %v2, 24
  %v4 = add i64 %v3, 31
  %v5 = xor i64 %v4, 38
  %v6 = mul i64 %v5, 45
  %v7 = add i64 %v6, 52
  %v8 = xor i64 %v7, 59
  %v9 = mul i64 %v8, 66
  %v10 = add i64 %v9, 73
  %v11 = xor i64 %v10, 80
  %v12 = mul i64 %v11, 87
  %v13 = add i64 %v12, 94
  %v14 = xor i64 %v13, 101
  %v15 = mul i64 %v14, 108
  %v16 = add i64 %v15, 115
  %v17 = xor i64 %v16, 122
  %v18 = mul i64 %v17, 129
  %v19 = add i64 %v18, 136
  %v20 = xor i64 %v19, 143
  %r = add i64 %v20, 1
  ret i64 %r
}
;--- small.ll
target triple = "x86_64-unknown-linux-gnu"
declare void @fill(ptr)
declare i64 @back(i64)
define internal i64 @large(i64 %n) minsize {
  %slots = alloca [1000 x i8]
  call void @fill(ptr %slots)

  %r = add i64 %n, 1
  ret i64 %r
}
;--- equal.ll
define i64 @one(i64 %x) minsize {
  %a1 = add i64 %x, 38
  %a2 = xor i64 %a1, 45
  %a3 = mul i64 %a2, 52
  %a4 = add i64 %a3, 59
  %a5 = xor i64 %a4, 66
  %a6 = mul i64 %a5, 73
  %a7 = add i64 %a6, 80
  %a8 = xor i64 %a7, 87
  %a9 = mul i64 %a8, 94
  %a10 = add i64 %a9, 101
  %a11 = xor i64 %a10, 108
  %a12 = mul i64 %a11, 115
  %a13 = add i64 %a12, 122
  %a14 = xor i64 %a13, 129
  %a15 = mul i64 %a14, 136
  %a16 = add i64 %a15, 143
  %b = call i64 @back(i64 %a16)
  %is = icmp eq i64 %b, 77
  br i1 %is, label %then, label %end
then:
  %l = call i64 @large(i64 %b)
  br label %end
end:
  %r = phi i64 [ %b, %0 ], [ %l, %then ]
  ret i64 %r
}
define i64 @other(i64 %x) minsize {
  %a1 = add i64 %x, 38
  %a2 = xor i64 %a1, 45
  %a3 = mul i64 %a2, 52
  %a4 = add i64 %a3, 59
  %a5 = xor i64 %a4, 66
  %a6 = mul i64 %a5, 73
  %a7 = add i64 %a6, 80
  %a8 = xor i64 %a7, 87
  %a9 = mul i64 %a8, 94
  %a10 = add i64 %a9, 101
  %a11 = xor i64 %a10, 108
  %a12 = mul i64 %a11, 115
  %a13 = add i64 %a12, 122
  %a14 = xor i64 %a13, 129
  %a15 = mul i64 %a14, 136
  %a16 = add i64 %a15, 143
  %b = call i64 @back(i64 %a16)
  %is = icmp eq i64 %b, 77
  br i1 %is, label %then, label %end
then:
  %l = call i64 @large(i64 %b)
  br label %end
end:
  %r = phi i64 [ %b, %0 ], [ %l, %then ]
  ret i64 %r
}
;--- third.ll
define i64 @third(i64 %n) minsize {
  %c = icmp eq i64 %n, 5
  br i1 %c, label %then, label %end
then:
  %l = call i64 @large(i64 %n)
  ret i64 %l
end:
  ret i64 0
}
;--- chains.ll
define internal i64 @core1(i64 %n) minsize {
  %slots = alloca [600 x i8]
  call void @fill(ptr %slots)
  %c1 = add i64 %n, 18
  %c2 = xor i64 %c1, 25
  %c3 = mul i64 %c2, 32
  %c4 = add i64 %c3, 39
  %c5 = xor i64 %c4, 46
  %c6 = mul i64 %c5, 53
  %c7 = add i64 %c6, 60
  %c8 = xor i64 %c7, 67
  %c9 = mul i64 %c8, 74
  %c10 = add i64 %c9, 81
  %c11 = xor i64 %c10, 88
  %c12 = mul i64 %c11, 95
  %c13 = add i64 %c12, 102
  %c14 = xor i64 %c13, 109
  %c15 = mul i64 %c14, 116
  %c16 = add i64 %c15, 123
  %c17 = xor i64 %c16, 130
  %c18 = mul i64 %c17, 137
  %b = call i64 @back(i64 %c18)
  ret i64 %b
}
define internal i64 @inner1(i64 %n) minsize {
  %slots = alloca [600 x i8]
  call void @fill(ptr %slots)
  %c1 = add i64 %n, 18
  %c2 = xor i64 %c1, 25
  %c3 = mul i64 %c2, 32
  %c4 = add i64 %c3, 39
  %c5 = xor i64 %c4, 46
  %c6 = mul i64 %c5, 53
  %c7 = add i64 %c6, 60
  %c8 = xor i64 %c7, 67
  %c9 = mul i64 %c8, 74
  %c10 = add i64 %c9, 81
  %c11 = xor i64 %c10, 88
  %c12 = mul i64 %c11, 95
  %c13 = add i64 %c12, 102
  %c14 = xor i64 %c13, 109
  %c15 = mul i64 %c14, 116
  %c16 = add i64 %c15, 123
  %c17 = xor i64 %c16, 130
  %c18 = mul i64 %c17, 137
  %b = call i64 @core1(i64 %c18)
  ret i64 %b
}
define i64 @outer1(i64 %m) minsize {
  %slots = alloca [600 x i8]
  call void @llvm.lifetime.start.p0(ptr %slots)
  call void @fill(ptr %slots)
  call void @llvm.lifetime.end.p0(ptr %slots)
  %n = mul i64 %m, 9
  %s = add i64 %n, 2
  %d1 = add i64 %s, 18
  %d2 = xor i64 %d1, 25
  %d3 = mul i64 %d2, 32
  %d4 = add i64 %d3, 39
  %d5 = xor i64 %d4, 46
  %d6 = mul i64 %d5, 53
  %d7 = add i64 %d6, 60
  %d8 = xor i64 %d7, 67
  %d9 = mul i64 %d8, 74
  %d10 = add i64 %d9, 81
  %d11 = xor i64 %d10, 88
  %d12 = mul i64 %d11, 95
  %d13 = add i64 %d12, 102
  %d14 = xor i64 %d13, 109
  %d15 = mul i64 %d14, 116
  %d16 = add i64 %d15, 123
  %d17 = xor i64 %d16, 130
  %d18 = mul i64 %d17, 137
  %i = call i64 @inner1(i64 %d18)
  ret i64 %i
}
define internal i64 @core2(i64 %n) minsize {
  %slots = alloca [600 x i8]
  call void @fill(ptr %slots)
  %c1 = add i64 %n, 18
  %c2 = xor i64 %c1, 25
  %c3 = mul i64 %c2, 32
  %c4 = add i64 %c3, 39
  %c5 = xor i64 %c4, 46
  %c6 = mul i64 %c5, 53
  %c7 = add i64 %c6, 60
  %c8 = xor i64 %c7, 67
  %c9 = mul i64 %c8, 74
  %c10 = add i64 %c9, 81
  %c11 = xor i64 %c10, 88
  %c12 = mul i64 %c11, 95
  %c13 = add i64 %c12, 102
  %c14 = xor i64 %c13, 109
  %c15 = mul i64 %c14, 116
  %c16 = add i64 %c15, 123
  %c17 = xor i64 %c16, 130
  %c18 = mul i64 %c17, 137
  %b = call i64 @back(i64 %c18)
  ret i64 %b
}
define internal i64 @inner2(i64 %n) minsize {
  %slots = alloca [600 x i8]
  call void @fill(ptr %slots)
  %c1 = add i64 %n, 18
  %c2 = xor i64 %c1, 25
  %c3 = mul i64 %c2, 32
  %c4 = add i64 %c3, 39
  %c5 = xor i64 %c4, 46
  %c6 = mul i64 %c5, 53
  %c7 = add i64 %c6, 60
  %c8 = xor i64 %c7, 67
  %c9 = mul i64 %c8, 74
  %c10 = add i64 %c9, 81
  %c11 = xor i64 %c10, 88
  %c12 = mul i64 %c11, 95
  %c13 = add i64 %c12, 102
  %c14 = xor i64 %c13, 109
  %c15 = mul i64 %c14, 116
  %c16 = add i64 %c15, 123
  %c17 = xor i64 %c16, 130
  %c18 = mul i64 %c17, 137
  %b = call i64 @core2(i64 %c18)
  ret i64 %b
}
define i64 @outer2(i64 %m) minsize {
  %slots = alloca [600 x i8]
  call void @llvm.lifetime.start.p0(ptr %slots)
  call void @fill(ptr %slots)
  call void @llvm.lifetime.end.p0(ptr %slots)
  %n = mul i64 %m, 9
  %s = add i64 %n, 2 
  %d1 = add i64 %s, 18
  %d2 = xor i64 %d1, 25
  %d3 = mul i64 %d2, 32
  %d4 = add i64 %d3, 39
  %d5 = xor i64 %d4, 46
  %d6 = mul i64 %d5, 53
  %d7 = add i64 %d6, 60
  %d8 = xor i64 %d7, 67
  %d9 = mul i64 %d8, 74
  %d10 = add i64 %d9, 81
  %d11 = xor i64 %d10, 88
  %d12 = mul i64 %d11, 95
  %d13 = add i64 %d12, 102
  %d14 = xor i64 %d13, 109
  %d15 = mul i64 %d14, 116
  %d16 = add i64 %d15, 123
  %d17 = xor i64 %d16, 130
  %d18 = mul i64 %d17, 137
  %i = call i64 @inner2(i64 %d18)
  ret i64 %i
}
;--- lent.ll
define internal i64 @reads1(ptr %s) minsize {
  %v = load i64, ptr %s
  %p = getelementptr i64, ptr %s, i64 70
  %u = load i64, ptr %p
  %w = add i64 %v, %u
  %e1 = add i64 %w, 24
  %e2 = xor i64 %e1, 31
  %e3 = mul i64 %e2, 38
  %e4 = add i64 %e3, 45
  %e5 = xor i64 %e4, 52
  %e6 = mul i64 %e5, 59
  %e7 = add i64 %e6, 66
  %e8 = xor i64 %e7, 73
  %e9 = mul i64 %e8, 80
  %e10 = add i64 %e9, 87
  %e11 = xor i64 %e10, 94
  %e12 = mul i64 %e11, 101
  %e13 = add i64 %e12, 108
  %e14 = xor i64 %e13, 115
  %e15 = mul i64 %e14, 122
  %e16 = add i64 %e15, 129
  %e17 = xor i64 %e16, 136
  %e18 = mul i64 %e17, 143
  %b = call i64 @back(i64 %e18)
  ret i64 %b
}
define i64 @lends1(i64 %m) minsize {
  %slots = alloca [100 x i64]
  store i64 %m, ptr %slots
  %p = getelementptr i64, ptr %slots, i64 70
  %n = mul i64 %m, 9
  store i64 %n, ptr %p
  %i = call i64 @reads1(ptr %slots)
  %j = add i64 %i, 5
  ret i64 %j
}
define internal i64 @reads2(ptr %s) minsize {
  %v = load i64, ptr %s
  %p = getelementptr i64, ptr %s, i64 70
  %u = load i64, ptr %p
  %w = add i64 %v, %u
  %e1 = add i64 %w, 24
  %e2 = xor i64 %e1, 31
  %e3 = mul i64 %e2, 38
  %e4 = add i64 %e3, 45
  %e5 = xor i64 %e4, 52
  %e6 = mul i64 %e5, 59
  %e7 = add i64 %e6, 66
  %e8 = xor i64 %e7, 73
  %e9 = mul i64 %e8, 80
  %e10 = add i64 %e9, 87
  %e11 = xor i64 %e10, 94
  %e12 = mul i64 %e11, 101
  %e13 = add i64 %e12, 108
  %e14 = xor i64 %e13, 115
  %e15 = mul i64 %e14, 122
  %e16 = add i64 %e15, 129
  %e17 = xor i64 %e16, 136
  %e18 = mul i64 %e17, 143
  %b = call i64 @back(i64 %e18)
  ret i64 %b
}
define i64 @lends2(i64 %m) minsize {
  %slots = alloca [100 x i64]
  store i64 %m, ptr %slots
  %p = getelementptr i64, ptr %slots, i64 70
  %n = mul i64 %m, 10
  store i64 %n, ptr %p
  %i = call i64 @reads2(ptr %slots)
  %k = call i64 @back(i64 %i)
  %j = mul i64 %k, 5
  ret i64 %j
}
;--- cycle.ll
define internal i64 @first(i64 %x) minsize {
  %g1 = add i64 %x, 16
  %g2 = xor i64 %g1, 23
  %g3 = mul i64 %g2, 30
  %g4 = add i64 %g3, 37
  %g5 = xor i64 %g4, 44
  %g6 = mul i64 %g5, 51
  %g7 = add i64 %g6, 58
  %g8 = xor i64 %g7, 65
  %g9 = mul i64 %g8, 72
  %g10 = add i64 %g9, 79
  %g11 = xor i64 %g10, 86
  %g12 = mul i64 %g11, 93
  %g13 = add i64 %g12, 100
  %g14 = xor i64 %g13, 107
  %h = call i64 @helper(i64 %g14)
  %r = add i64 %h, %x
  ret i64 %r
}
define internal i64 @second(i64 %x) minsize {
  %g1 = add i64 %x, 16
  %g2 = xor i64 %g1, 23
  %g3 = mul i64 %g2, 30
  %g4 = add i64 %g3, 37
  %g5 = xor i64 %g4, 44
  %g6 = mul i64 %g5, 51
  %g7 = add i64 %g6, 58
  %g8 = xor i64 %g7, 65
  %g9 = mul i64 %g8, 72
  %g10 = add i64 %g9, 79
  %g11 = xor i64 %g10, 86
  %g12 = mul i64 %g11, 93
  %g13 = add i64 %g12, 100
  %g14 = xor i64 %g13, 107
  %h = call i64 @helper(i64 %g14)
  %r = add i64 %h, %x
  ret i64 %r
}
define internal i64 @helper(i64 %x) {
  %b = call i64 @back(i64 %x)
  %t = tail call i64 @first(i64 %b)
  ret i64 %t
}
define i64 @uses(i64 %x) minsize {
  %a = call i64 @first(i64 %x)
  %b = call i64 @second(i64 %a)
  %c = call i64 @second(i64 %b)
  ret i64 %c
}
;--- decides.ll
define internal i64 @switches(i64 %n, i64 %mode) minsize {
  %slots = alloca [1000 x i8]
  %is = icmp ugt i64 %mode, 900
  br i1 %is, label %then, label %end
then:
  call void @fill(ptr %slots)
  br label %end
end:
  %v1 = add i64 %n, 10
  %v2 = xor i64 %v1, 17
  %v3 = mul i64 %v2, 24
  %v4 = add i64 %v3, 31
  %v5 = xor i64 %v4, 38
  %v6 = mul i64 %v5, 45
  %v7 = add i64 %v6, 52
  %v8 = xor i64 %v7, 59
  %v9 = mul i64 %v8, 66
  %v10 = add i64 %v9, 73
  %v11 = xor i64 %v10, 80
  %v12 = mul i64 %v11, 87
  %v13 = add i64 %v12, 94
  %v14 = xor i64 %v13, 101
  %v15 = mul i64 %v14, 108
  %v16 = add i64 %v15, 115
  %v17 = xor i64 %v16, 122
  %v18 = mul i64 %v17, 129
  %v19 = add i64 %v18, 136
  %v20 = xor i64 %v19, 143
  %r = call i64 @back(i64 %v20)
  ret i64 %r
}
define i64 @third(i64 %x) minsize {
  %a1 = add i64 %x, 38
  %a2 = xor i64 %a1, 45
  %a3 = mul i64 %a2, 52
  %a4 = add i64 %a3, 59
  %a5 = xor i64 %a4, 66
  %a6 = mul i64 %a5, 73
  %a7 = add i64 %a6, 80
  %a8 = xor i64 %a7, 87
  %a9 = mul i64 %a8, 94
  %a10 = add i64 %a9, 101
  %a11 = xor i64 %a10, 108
  %a12 = mul i64 %a11, 115
  %a13 = add i64 %a12, 122
  %a14 = xor i64 %a13, 129
  %a15 = mul i64 %a14, 136
  %a16 = add i64 %a15, 143
  %b = call i64 @back(i64 %a16)
  %l = call i64 @switches(i64 %b, i64 900)
  ret i64 %l
}
define i64 @fourth(i64 %x) minsize {
  %a1 = add i64 %x, 38
  %a2 = xor i64 %a1, 45
  %a3 = mul i64 %a2, 52
  %a4 = add i64 %a3, 59
  %a5 = xor i64 %a4, 66
  %a6 = mul i64 %a5, 73
  %a7 = add i64 %a6, 80
  %a8 = xor i64 %a7, 87
  %a9 = mul i64 %a8, 94
  %a10 = add i64 %a9, 101
  %a11 = xor i64 %a10, 108
  %a12 = mul i64 %a11, 115
  %a13 = add i64 %a12, 122
  %a14 = xor i64 %a13, 129
  %a15 = mul i64 %a14, 136
  %a16 = add i64 %a15, 143
  %b = call i64 @back(i64 %a16)
  %l = call i64 @switches(i64 %b, i64 900)
  ret i64 %l
}
;--- logs.ll
define internal i64 @logs1(i64 %n, i64 %mode) minsize {
  %buffer = alloca [800 x i8]
  %holder = alloca ptr
  store ptr %buffer, ptr %holder
  %is = icmp eq i64 %mode, 7
  br i1 %is, label %log, label %out
log:
  call void @fill(ptr %buffer)
  br label %out
out:
  %e1 = xor i64 %n, 24
  %e2 = mul i64 %e1, 31
  %e3 = add i64 %e2, 38
  %e4 = xor i64 %e3, 45
  %e5 = mul i64 %e4, 52
  %e6 = add i64 %e5, 59
  %e7 = xor i64 %e6, 66
  %e8 = mul i64 %e7, 73
  %e9 = add i64 %e8, 80
  %e10 = xor i64 %e9, 87
  %e11 = mul i64 %e10, 94
  %e12 = add i64 %e11, 101
  %e13 = xor i64 %e12, 108
  %e14 = mul i64 %e13, 115
  %e15 = add i64 %e14, 122
  %e16 = xor i64 %e15, 129
  %e17 = mul i64 %e16, 136
  %e18 = add i64 %e17, 143
  %b = call i64 @back(i64 %e18)
  ret i64 %b
}
define i64 @quiet1(i64 %m) minsize {
  %i = call i64 @logs1(i64 %m, i64 3)
  %j = add i64 %i, 5
  ret i64 %j
}
define internal i64 @logs2(i64 %n, i64 %mode) minsize {
  %buffer = alloca [800 x i8]
  %holder = alloca ptr
  store ptr %buffer, ptr %holder
  %is = icmp eq i64 %mode, 7
  br i1 %is, label %log, label %out
log:
  call void @fill(ptr %buffer)
  br label %out
out:
  %e1 = xor i64 %n, 24
  %e2 = mul i64 %e1, 31
  %e3 = add i64 %e2, 38
  %e4 = xor i64 %e3, 45
  %e5 = mul i64 %e4, 52
  %e6 = add i64 %e5, 59
  %e7 = xor i64 %e6, 66
  %e8 = mul i64 %e7, 73
  %e9 = add i64 %e8, 80
  %e10 = xor i64 %e9, 87
  %e11 = mul i64 %e10, 94
  %e12 = add i64 %e11, 101
  %e13 = xor i64 %e12, 108
  %e14 = mul i64 %e13, 115
  %e15 = add i64 %e14, 122
  %e16 = xor i64 %e15, 129
  %e17 = mul i64 %e16, 136
  %e18 = add i64 %e17, 143
  %b = call i64 @back(i64 %e18)
  ret i64 %b
}
define i64 @quiet2(i64 %m) minsize {
  %i = call i64 @logs2(i64 %m, i64 3)
  %j = mul i64 %i, 9
  ret i64 %j
}
