; A sanitizer reports the use of a variable whose scope has ended, by the lifetime markers. Merged functions have
; none, so functions with markers are not merged where such a sanitizer is at work; those without markers are.
; RUN: %opt -passes='f3m<force;verify>' -pass-remarks-missed=f3m -S %s 2>%t.remarks | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=WHY < %t.remarks
; WHY-COUNT-2: watches the scopes
; CHECK: define internal i32 @one(
; CHECK: call void @llvm.lifetime.end
; CHECK: define internal i32 @two(
; CHECK: call void @llvm.lifetime.end
; CHECK-NOT: define internal i32 @three(
; CHECK-NOT: define internal i32 @four(
; CHECK: define internal i32 @three.fmerge(
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

define internal i32 @one(i32 %x) sanitize_address {
  %s = alloca i32
  call void @llvm.lifetime.start.p0(ptr %s)
  store volatile i32 %x, ptr %s
  call void @llvm.lifetime.end.p0(ptr %s)
  %a = load volatile i32, ptr %s
  %b = mul i32 %a, 3
  ret i32 %b
}

define internal i32 @two(i32 %x) sanitize_address {
  %s = alloca i32
  call void @llvm.lifetime.start.p0(ptr %s)
  store volatile i32 %x, ptr %s
  call void @llvm.lifetime.end.p0(ptr %s)
  %a = load volatile i32, ptr %s
  %b = mul i32 %a, 5
  ret i32 %b
}

define internal i32 @three(i32 %x) sanitize_address {
  %s = alloca i32
  store volatile i32 %x, ptr %s
  %a = load volatile i32, ptr %s
  %b = mul i32 %a, 7
  %c = sdiv i32 %b, %x
  ret i32 %c
}

define internal i32 @four(i32 %x) sanitize_address {
  %s = alloca i32
  store volatile i32 %x, ptr %s
  %a = load volatile i32, ptr %s
  %b = mul i32 %a, 9
  %c = sdiv i32 %b, %x
  ret i32 %c
}

define i32 @user(i32 %x) {
  %a = call i32 @one(i32 %x)
  %b = call i32 @two(i32 %a)
  %c = call i32 @three(i32 %b)
  %d = call i32 @four(i32 %c)
  ret i32 %d
}
