; A merged function is a candidate like any other. Where no third function may join a pair, three similar functions end in
; one all the same, and each caller says by two identifiers which it means.
; RUN: %opt -passes='f3m<force;families=2;verify;only=^f>,verify' -S %s | %FileCheck %s --implicit-check-not='define {{.*}} @f'
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;families=2;verify;only=^f>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK-LABEL: define i32 @main()
; CHECK: call i32 @[[ALL:[a-z0-9.]+]](ptr %p, i1 {{.*}}, i1 {{.*}})
; CHECK: call i32 @[[ALL]](ptr %p, i1 {{.*}}, i1 {{.*}})
; CHECK: call i32 @[[ALL]](ptr %p, i1 {{.*}}, i1 {{.*}})
; CHECK: define internal i32 @[[ALL]](ptr %p, i1 {{.*}}, i1 noundef %fmerge.id{{[0-9]*}})

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @f3(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f5(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define internal i32 @f7(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 7
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @main() {
  %p = alloca i32
  store i32 1, ptr %p
  %r3 = call i32 @f3(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r3)
  %r5 = call i32 @f5(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r5)
  %r7 = call i32 @f7(ptr %p)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r7)
  ret i32 0
}
