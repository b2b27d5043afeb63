; A stack protector guards functions with arrays of characters, and a sanitizer looks at where a slot ends: there, slots
; of different types are not equal, though both are eight bytes.
; RUN: %opt -passes='identical<force;verify>,verify' -S %s | %FileCheck %s
; RUN: sed 's/ ssp/ sanitize_memory/' %s | %opt -passes='identical<force;verify>,verify' -S | %FileCheck %s
; RUN: sed 's/ ssp//' %s | %opt -passes='identical<force;verify>,verify' -S | %FileCheck %s --check-prefix=UNWATCHED --implicit-check-not='= alloca'
; CHECK: define void @array(
; CHECK-NEXT: alloca [8 x i8]
; CHECK: define void @number(
; CHECK-NEXT: alloca i64
; UNWATCHED: = alloca

declare void @fill(ptr)

define void @array(i32 %x) ssp {
  %s = alloca [8 x i8], align 8
  store volatile i32 %x, ptr %s
  call void @fill(ptr %s)
  ret void
}

define void @number(i32 %x) ssp {
  %s = alloca i64, align 8
  store volatile i32 %x, ptr %s
  call void @fill(ptr %s)
  ret void
}
