; Instructions that differ in more than selectable operands are never one: each side keeps its own.
; RUN: %opt -passes='f3m<force;others=same;verify>,verify' -S %s | %FileCheck %s

%pair = type { i32, i32 }
declare void @ext(i32)
declare void @other(i32)
declare void @mark(i32)
declare void @take(ptr)

; CHECK-LABEL: define internal void @left.fmerge
; The same in both: one instruction, with what differs selected.
; CHECK-DAG: select i1 %fmerge.id, i32 12, i32 11
; Neither a volatile access for a plain one, nor an atomic for a weaker one.
; CHECK-DAG: store i32 21,
; CHECK-DAG: store volatile i32 22,
; CHECK-DAG: store atomic i32 23, {{.*}} release, align 4
; CHECK-DAG: store atomic i32 24, {{.*}} monotonic, align 4
; CHECK-DAG: atomicrmw add ptr %p, i32 25
; CHECK-DAG: atomicrmw sub ptr %p, i32 26
; No other field or stride where an index is not constant, no other predicate, callee, bundle, attribute that is ABI, or assembly.
; CHECK-DAG: getelementptr %pair, ptr %p, i32 %i, i32 0
; CHECK-DAG: getelementptr %pair, ptr %p, i32 %i, i32 1
; CHECK-DAG: getelementptr i32, ptr %p, i32 %i
; CHECK-DAG: getelementptr i64, ptr %p, i32 %i
; CHECK-DAG: icmp ult i32 %i, 31
; CHECK-DAG: icmp slt i32 %i, 32
; CHECK-DAG: call void @ext(i32 33)
; CHECK-DAG: call void @other(i32 34)
; CHECK-DAG: call void %f(i32 35) [ "kcfi"(i32 1) ]
; CHECK-DAG: call void %f(i32 36) [ "kcfi"(i32 2) ]
; CHECK-DAG: call void @take(ptr byval(i32) align 4 %p)
; CHECK-DAG: call void @take(ptr byval(i64) align 4 %p)
; CHECK-DAG: call void @ext(i32 signext 37)
; CHECK-DAG: call void @ext(i32 zeroext 38)
; CHECK-DAG: asm sideeffect "one $0", "i"(i32 39)
; CHECK-DAG: asm sideeffect "one $0", "i"(i32 40)

define void @left(ptr %p, i32 %i, ptr %f) minsize {
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void @ext(i32 11)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  store i32 21, ptr %p, align 4
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  store atomic i32 23, ptr %p release, align 4
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  %r = atomicrmw add ptr %p, i32 25 seq_cst
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  %g = getelementptr %pair, ptr %p, i32 %i, i32 0
  call void @take(ptr %g)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  %e = getelementptr i32, ptr %p, i32 %i
  call void @take(ptr %e)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  %c = icmp ult i32 %i, 31
  %z = zext i1 %c to i32
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void @ext(i32 %z)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void @ext(i32 33)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void %f(i32 35) [ "kcfi"(i32 1) ]
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void @take(ptr byval(i32) align 4 %p)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void @ext(i32 signext 37)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void asm sideeffect "one $0", "i"(i32 39)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  ret void
}

define void @right(ptr %p, i32 %i, ptr %f) minsize {
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void @ext(i32 12)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  store volatile i32 22, ptr %p, align 4
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  store atomic i32 24, ptr %p monotonic, align 4
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  %r = atomicrmw sub ptr %p, i32 26 seq_cst
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  %g = getelementptr %pair, ptr %p, i32 %i, i32 1
  call void @take(ptr %g)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  %e = getelementptr i64, ptr %p, i32 %i
  call void @take(ptr %e)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  %c = icmp slt i32 %i, 32
  %z = zext i1 %c to i32
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void @ext(i32 %z)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void @other(i32 34)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void %f(i32 36) [ "kcfi"(i32 2) ]
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void @take(ptr byval(i64) align 4 %p)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void @ext(i32 zeroext 38)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  call void asm sideeffect "one $0", "i"(i32 40)
  call void @mark(i32 %i)
  call void @take(ptr %p)
  call void @mark(i32 %i)
  ret void
}
