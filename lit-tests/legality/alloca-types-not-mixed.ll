; Stack slots of different types are two where somebody looks at them: a sanitizer at where they end, a stack protector
; at whether they are arrays. Elsewhere they are one, which is as large as the larger.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='= alloca'
; RUN: sed 's/alloca .12 x i8./alloca [8 x i8]/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='= alloca'
; RUN: sed 's/sspstrong//' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=UNWATCHED --implicit-check-not='= alloca'
; RUN: sed 's/sspstrong/sanitize_hwaddress/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --implicit-check-not='= alloca'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: = alloca
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: = alloca
; UNWATCHED: define internal {{.*}} @left.fmerge(
; UNWATCHED: = alloca [12 x i8]

declare void @fill(ptr)

define i32 @left(ptr %p, i32 %x) sspstrong {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %s = alloca [8 x i8]
  call void @fill(ptr %s)
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) sspstrong {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %s = alloca [12 x i8]
  call void @fill(ptr %s)
  ret i32 %c
}
