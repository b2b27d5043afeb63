; An immarg cannot become a select: the verifier would refuse it.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call void @llvm.memset'
; RUN: sed 's/i1 true)/i1 false)/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call void @llvm.memset'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call void @llvm.memset
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call void @llvm.memset

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 true)
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  ret i32 %c
}
