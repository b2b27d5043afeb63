; A sanitizer reports the use of a variable whose scope has ended, by the lifetime markers. Where both functions end
; a life at the same place, so does the merged one. Where one of the markers would be lost, the functions are not
; merged, unless no sanitizer looks at them.
; RUN: %opt -passes='f3m<force;verify;only=one|two>' -S %s | %FileCheck %s
; RUN: %opt -passes='f3m<force;verify;only=early|late>' -S %s | %FileCheck %s --check-prefix=APART
; RUN: sed s/sanitize_address// %s | %opt -passes='f3m<force;verify;only=early|late>' -S | %FileCheck %s --check-prefix=UNWATCHED
; APART: define internal i32 @early(
; APART: define internal i32 @late(
; CHECK: define internal i32 @one.fmerge(
; CHECK: call void @llvm.lifetime.start.p0({{(i64 [0-9]+, )?}}ptr [[SLOT:%[a-z0-9.]+]])
; CHECK-NEXT: store volatile i32 %x, ptr [[SLOT]]
; CHECK-NEXT: call void @llvm.lifetime.end.p0({{(i64 [0-9]+, )?}}ptr [[SLOT]])
; CHECK-NEXT: load volatile i32, ptr [[SLOT]]
; UNWATCHED-NOT: define internal i32 @early(
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define internal i32 @one(i32 %x) sanitize_address {
  %s = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %s)
  store volatile i32 %x, ptr %s
  call void @llvm.lifetime.end.p0(i64 4, ptr %s)
  %a = load volatile i32, ptr %s
  %b = mul i32 %a, 3
  ret i32 %b
}

define internal i32 @two(i32 %x) sanitize_address {
  %s = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %s)
  store volatile i32 %x, ptr %s
  call void @llvm.lifetime.end.p0(i64 4, ptr %s)
  %a = load volatile i32, ptr %s
  %b = mul i32 %a, 5
  ret i32 %b
}

define internal i32 @early(i32 %x) sanitize_address {
  %s = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %s)
  store volatile i32 %x, ptr %s
  call void @llvm.lifetime.end.p0(i64 4, ptr %s)
  %a = load volatile i32, ptr %s
  %b = sdiv i32 %a, %x
  %c = xor i32 %b, 5
  ret i32 %c
}

define internal i32 @late(i32 %x) sanitize_address {
  %s = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %s)
  store volatile i32 %x, ptr %s
  %a = load volatile i32, ptr %s
  call void @llvm.lifetime.end.p0(i64 4, ptr %s)
  %b = sdiv i32 %a, %x
  %c = xor i32 %b, 6
  ret i32 %c
}

define i32 @user(i32 %x) {
  %a = call i32 @one(i32 %x)
  %b = call i32 @two(i32 %a)
  %c = call i32 @early(i32 %b)
  %d = call i32 @late(i32 %c)
  ret i32 %d
}
