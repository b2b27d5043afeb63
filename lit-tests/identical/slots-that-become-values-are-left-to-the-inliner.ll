; A vector that grows in a hot function stays in memory as long as a call there is given its address. If the function that
; makes it grow has one call, the inliner makes it part of the caller, and LLVM values of the vector. If it does the work of
; two, each use of the vector's ends is a load.
; RUN: %opt -passes='identical<before-inlining;verify;report=%t.json>' -S %s | %FileCheck %s
; RUN: %FileCheck --check-prefix=REASON %s < %t.json
; RUN: %opt -passes='identical<verify;report=%t.late.json>' -S %s | %FileCheck --check-prefix=LATE %s
; REASON: "to-be-inlined":2

target triple = "x86_64-unknown-linux-gnu"

declare void @other(ptr)
declare ptr @allocate(i64)

; CHECK-LABEL: define i64 @hottest(
; CHECK: call void @grow.1(
; LATE-LABEL: define i64 @hottest(
; LATE: call void @[[ALL:grow.[0-9]+]](
define i64 @hottest(i64 %value) minsize !prof !20 {
  %vector = alloca [2 x ptr]
  %end = getelementptr i8, ptr %vector, i64 8
  store ptr null, ptr %vector
  store ptr null, ptr %end
  call void @grow.1(ptr %vector, i64 %value)
  %last = load ptr, ptr %end
  %sum = ptrtoint ptr %last to i64
  ret i64 %sum
}

; Also where small functions are given the address, which are inlined wherever they are called.
; CHECK-LABEL: define i64 @cleared(
; CHECK: call void @grow.2(
; LATE-LABEL: define i64 @cleared(
; LATE: call void @[[ALL]](
define i64 @cleared(i64 %value) minsize !prof !20 {
  %vector = alloca [2 x ptr]
  %end = getelementptr i8, ptr %vector, i64 8
  store ptr null, ptr %vector
  store ptr null, ptr %end
  call void @grow.2(ptr %vector, i64 %value)
  call void @clear(ptr %vector)
  call void @clear(ptr %vector)
  %last = load ptr, ptr %end
  %sum = ptrtoint ptr %last to i64
  ret i64 %sum
}

define internal void @clear(ptr %vector) minsize !prof !20 {
  %first = load ptr, ptr %vector
  %end = getelementptr i8, ptr %vector, i64 8
  store ptr %first, ptr %end
  ret void
}

; Where the caller is not among the hottest, that does not count.
; CHECK-LABEL: define i64 @warm(
; CHECK: call void @[[ONE:grow.[0-9]+]](
define i64 @warm(i64 %value) minsize !prof !21 {
  %vector = alloca [2 x ptr]
  %end = getelementptr i8, ptr %vector, i64 8
  store ptr null, ptr %vector
  store ptr null, ptr %end
  call void @grow.3(ptr %vector, i64 %value)
  %last = load ptr, ptr %end
  %sum = ptrtoint ptr %last to i64
  ret i64 %sum
}

; Nor where the slot would stay anyway.
; CHECK-LABEL: define i64 @escapes(
; CHECK: call void @[[ONE]](
define i64 @escapes(i64 %value) minsize !prof !20 {
  %vector = alloca [2 x ptr]
  %end = getelementptr i8, ptr %vector, i64 8
  store ptr null, ptr %vector
  store ptr null, ptr %end
  call void @grow.4(ptr %vector, i64 %value)
  call void @other(ptr %vector)
  %last = load ptr, ptr %end
  %sum = ptrtoint ptr %last to i64
  ret i64 %sum
}

; CHECK-LABEL: define i64 @volatile(
; CHECK: call void @[[ONE]](
define i64 @volatile(i64 %value) minsize !prof !20 {
  %vector = alloca [2 x ptr]
  %end = getelementptr i8, ptr %vector, i64 8
  store ptr null, ptr %vector
  store ptr null, ptr %end
  call void @grow.5(ptr %vector, i64 %value)
  %last = load volatile ptr, ptr %end
  %sum = ptrtoint ptr %last to i64
  ret i64 %sum
}

; CHECK-LABEL: define i64 @large(
; CHECK: call void @[[ONE]](
define i64 @large(i64 %value) minsize !prof !20 {
  %vector = alloca [2 x ptr]
  %end = getelementptr i8, ptr %vector, i64 8
  store ptr null, ptr %vector
  store ptr null, ptr %end
  call void @grow.7(ptr %vector, i64 %value)
  call void @grow.6(ptr %vector, i64 7)
  %last = load ptr, ptr %end
  %sum = ptrtoint ptr %last to i64
  ret i64 %sum
}

; Nor of a function with two calls.
; CHECK-LABEL: define i64 @twice(
; CHECK: call void @[[ONE]](
; CHECK: call void @[[ONE]](
define i64 @twice(i64 %value) minsize !prof !20 {
  %vector = alloca [2 x ptr]
  %end = getelementptr i8, ptr %vector, i64 8
  store ptr null, ptr %vector
  store ptr null, ptr %end
  call void @grow.6(ptr %vector, i64 %value)
  call void @grow.6(ptr %vector, i64 7)
  %last = load ptr, ptr %end
  %sum = ptrtoint ptr %last to i64
  ret i64 %sum
}

define internal void @grow.1(ptr %vector, i64 %value) minsize !prof !22 {
  %end = getelementptr i8, ptr %vector, i64 8
  %from = load ptr, ptr %vector
  %to = load ptr, ptr %end
  %first = ptrtoint ptr %from to i64
  %behind = ptrtoint ptr %to to i64
  %size = sub i64 %behind, %first
  %double = shl i64 %size, 1
  %least = add i64 %double, 16
  %new = call ptr @allocate(i64 %least)
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %from, i64 %size, i1 false)
  %at = getelementptr i8, ptr %new, i64 %size
  store i64 %value, ptr %at
  %next = getelementptr i8, ptr %at, i64 8
  store ptr %new, ptr %vector
  store ptr %next, ptr %end
  ret void
}

define internal void @grow.2(ptr %vector, i64 %value) minsize !prof !22 {
  %end = getelementptr i8, ptr %vector, i64 8
  %from = load ptr, ptr %vector
  %to = load ptr, ptr %end
  %first = ptrtoint ptr %from to i64
  %behind = ptrtoint ptr %to to i64
  %size = sub i64 %behind, %first
  %double = shl i64 %size, 1
  %least = add i64 %double, 16
  %new = call ptr @allocate(i64 %least)
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %from, i64 %size, i1 false)
  %at = getelementptr i8, ptr %new, i64 %size
  store i64 %value, ptr %at
  %next = getelementptr i8, ptr %at, i64 8
  store ptr %new, ptr %vector
  store ptr %next, ptr %end
  ret void
}

define internal void @grow.3(ptr %vector, i64 %value) minsize !prof !22 {
  %end = getelementptr i8, ptr %vector, i64 8
  %from = load ptr, ptr %vector
  %to = load ptr, ptr %end
  %first = ptrtoint ptr %from to i64
  %behind = ptrtoint ptr %to to i64
  %size = sub i64 %behind, %first
  %double = shl i64 %size, 1
  %least = add i64 %double, 16
  %new = call ptr @allocate(i64 %least)
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %from, i64 %size, i1 false)
  %at = getelementptr i8, ptr %new, i64 %size
  store i64 %value, ptr %at
  %next = getelementptr i8, ptr %at, i64 8
  store ptr %new, ptr %vector
  store ptr %next, ptr %end
  ret void
}

define internal void @grow.4(ptr %vector, i64 %value) minsize !prof !22 {
  %end = getelementptr i8, ptr %vector, i64 8
  %from = load ptr, ptr %vector
  %to = load ptr, ptr %end
  %first = ptrtoint ptr %from to i64
  %behind = ptrtoint ptr %to to i64
  %size = sub i64 %behind, %first
  %double = shl i64 %size, 1
  %least = add i64 %double, 16
  %new = call ptr @allocate(i64 %least)
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %from, i64 %size, i1 false)
  %at = getelementptr i8, ptr %new, i64 %size
  store i64 %value, ptr %at
  %next = getelementptr i8, ptr %at, i64 8
  store ptr %new, ptr %vector
  store ptr %next, ptr %end
  ret void
}

define internal void @grow.5(ptr %vector, i64 %value) minsize !prof !22 {
  %end = getelementptr i8, ptr %vector, i64 8
  %from = load ptr, ptr %vector
  %to = load ptr, ptr %end
  %first = ptrtoint ptr %from to i64
  %behind = ptrtoint ptr %to to i64
  %size = sub i64 %behind, %first
  %double = shl i64 %size, 1
  %least = add i64 %double, 16
  %new = call ptr @allocate(i64 %least)
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %from, i64 %size, i1 false)
  %at = getelementptr i8, ptr %new, i64 %size
  store i64 %value, ptr %at
  %next = getelementptr i8, ptr %at, i64 8
  store ptr %new, ptr %vector
  store ptr %next, ptr %end
  ret void
}

define internal void @grow.6(ptr %vector, i64 %value) minsize !prof !22 {
  %end = getelementptr i8, ptr %vector, i64 8
  %from = load ptr, ptr %vector
  %to = load ptr, ptr %end
  %first = ptrtoint ptr %from to i64
  %behind = ptrtoint ptr %to to i64
  %size = sub i64 %behind, %first
  %double = shl i64 %size, 1
  %least = add i64 %double, 16
  %new = call ptr @allocate(i64 %least)
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %from, i64 %size, i1 false)
  %at = getelementptr i8, ptr %new, i64 %size
  store i64 %value, ptr %at
  %next = getelementptr i8, ptr %at, i64 8
  store ptr %new, ptr %vector
  store ptr %next, ptr %end
  ret void
}

define internal void @grow.7(ptr %vector, i64 %value) minsize !prof !22 {
  %end = getelementptr i8, ptr %vector, i64 8
  %from = load ptr, ptr %vector
  %to = load ptr, ptr %end
  %first = ptrtoint ptr %from to i64
  %behind = ptrtoint ptr %to to i64
  %size = sub i64 %behind, %first
  %double = shl i64 %size, 1
  %least = add i64 %double, 16
  %new = call ptr @allocate(i64 %least)
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %from, i64 %size, i1 false)
  %at = getelementptr i8, ptr %new, i64 %size
  store i64 %value, ptr %at
  %next = getelementptr i8, ptr %at, i64 8
  store ptr %new, ptr %vector
  store ptr %next, ptr %end
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ProfileSummary", !1}
!1 = !{!2, !3, !4, !5, !6, !7, !8, !9}
!2 = !{!"ProfileFormat", !"InstrProf"}
!3 = !{!"TotalCount", i64 10000}
!4 = !{!"MaxCount", i64 5000}
!5 = !{!"MaxInternalCount", i64 5000}
!6 = !{!"MaxFunctionCount", i64 5000}
!7 = !{!"NumCounts", i64 10}
!8 = !{!"NumFunctions", i64 12}
!9 = !{!"DetailedSummary", !10}
!10 = !{!11, !12, !13}
!11 = !{i32 900000, i64 1000, i32 2}
!12 = !{i32 990000, i64 100, i32 5}
!13 = !{i32 999999, i64 1, i32 9}
!20 = !{!"function_entry_count", i64 5000}
!21 = !{!"function_entry_count", i64 500}
!22 = !{!"function_entry_count", i64 10}
