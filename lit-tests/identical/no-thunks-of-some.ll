; Bodies that no thunk may stand before merge where calls can be redirected, and stay where they cannot.
; RUN: %opt -passes='identical<verify>,verify' -S %s | %FileCheck %s
; CHECK: define internal i32 @varargs1(
; CHECK-NOT: @varargs2
; CHECK: define weak i32 @varargs3(i32 %x, ...)
; CHECK: call void @llvm.va_start
; CHECK: define internal ptr @return1(
; CHECK-NOT: @return2
; CHECK: define weak ptr @return3(
; CHECK: call ptr @llvm.returnaddress
; CHECK: define internal i32 @hot1(
; CHECK-NOT: @hot2
; CHECK: define weak i32 @hot3(
; CHECK-NEXT: %a = mul
declare void @llvm.va_start(ptr)
declare ptr @llvm.returnaddress(i32)
declare void @take(ptr, ...)

define internal i32 @varargs1(i32 %x, ...) {
  %list = alloca [24 x i8]
  call void @llvm.va_start(ptr %list)
  call void (ptr, ...) @take(ptr %list)
  ret i32 %x
}

define internal i32 @varargs2(i32 %x, ...) {
  %list = alloca [24 x i8]
  call void @llvm.va_start(ptr %list)
  call void (ptr, ...) @take(ptr %list)
  ret i32 %x
}

define weak i32 @varargs3(i32 %x, ...) {
  %list = alloca [24 x i8]
  call void @llvm.va_start(ptr %list)
  call void (ptr, ...) @take(ptr %list)
  ret i32 %x
}

define internal ptr @return1(ptr %p) noinline {
  %a = call ptr @llvm.returnaddress(i32 0)
  store ptr %a, ptr %p
  call void (ptr, ...) @take(ptr %p)
  ret ptr %a
}

define internal ptr @return2(ptr %p) noinline {
  %a = call ptr @llvm.returnaddress(i32 0)
  store ptr %a, ptr %p
  call void (ptr, ...) @take(ptr %p)
  ret ptr %a
}

define weak ptr @return3(ptr %p) noinline {
  %a = call ptr @llvm.returnaddress(i32 0)
  store ptr %a, ptr %p
  call void (ptr, ...) @take(ptr %p)
  ret ptr %a
}

define internal i32 @hot1(i32 %x) hot {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @hot2(i32 %x) hot {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define weak i32 @hot3(i32 %x) hot {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define void @user(ptr %p) {
  call i32 (i32, ...) @varargs1(i32 1, i32 2)
  call i32 (i32, ...) @varargs2(i32 1, ptr %p)
  call ptr @return1(ptr %p)
  call ptr @return2(ptr %p)
  call i32 @hot1(i32 1)
  call i32 @hot2(i32 1)
  ret void
}
